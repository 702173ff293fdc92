/**
 * The commands, one class each, and the command line that leads to them.
 *
 * <p>This package owns the reading of arguments and the order of a command's steps. It must never
 * decide what a run, a barrier or a receipt means: it asks the server through the SDK, and shows
 * through {@code view}.
 */
@NullMarked
package dev.quietus.cli.command;

import org.jspecify.annotations.NullMarked;
