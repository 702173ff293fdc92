/**
 * Units on Linux: control groups, the sub-reaper, process descriptors and what {@code /proc} tells.
 * Only ever signals a process after it has made sure that the number still means that process.
 */
@NullMarked
package dev.quietus.execution.linux;

import org.jspecify.annotations.NullMarked;
