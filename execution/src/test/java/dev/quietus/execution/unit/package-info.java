/** The execution unit against real processes. */
@NullMarked
package dev.quietus.execution.unit;

import org.jspecify.annotations.NullMarked;
