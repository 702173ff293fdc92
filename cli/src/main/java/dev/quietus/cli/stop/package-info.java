/**
 * The stop button of the command line: its own small reading of the arguments, the press that is
 * repeated until the server has acknowledged it, and the wait for the receipt.
 *
 * <p>This package owns the emergency path. Up to the acknowledgement it must never load a library
 * for command lines, HTTP or YAML, use a formatter, or give up because something that is not needed
 * for the stop is broken. It must never print "stopped" without a certified receipt.
 */
@NullMarked
package dev.quietus.cli.stop;

import org.jspecify.annotations.NullMarked;
