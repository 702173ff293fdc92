/**
 * The operating system's own calls, as Linux and macOS have them, through the JDK's
 * foreign-function interface: spawn, wait without reaping, signal, pipe, poll. Decides nothing and
 * keeps no state.
 */
@NullMarked
package dev.quietus.execution.posix;

import org.jspecify.annotations.NullMarked;
