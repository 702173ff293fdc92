/**
 * What is asked for: one piece of consequential work with its states. Owns the two state machines,
 * execution and effect, as tables; never starts or settles anything.
 */
@NullMarked
package dev.quietus.core.operation;

import org.jspecify.annotations.NullMarked;
