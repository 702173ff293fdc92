/** Programs that try to outlive, outrun or mislead whatever started them, against our own unit. */
@NullMarked
package dev.quietus.execution.escape;

import org.jspecify.annotations.NullMarked;
