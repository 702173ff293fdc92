/**
 * The operating system's own calls, as Linux and macOS have them, through the JDK's
 * foreign-function interface: spawn, wait without reaping, signal, pipe, poll; and a child behind
 * its gate as both hold it. Decides nothing.
 */
@NullMarked
package dev.quietus.execution.posix;

import org.jspecify.annotations.NullMarked;
