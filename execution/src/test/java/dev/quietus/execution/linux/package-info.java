/** What Linux tells of processes. */
@NullMarked
package dev.quietus.execution.linux;

import org.jspecify.annotations.NullMarked;
