/**
 * The demo and the drill as a user runs them: in a process of their own, with everything that they
 * start, to their exit code. Must never look into them.
 */
@NullMarked
package dev.quietus.verify.drill;

import org.jspecify.annotations.NullMarked;
