/**
 * {@code quietus}: one program for every role.
 *
 * <p>This package owns the way from the process's arguments to a command and its exit code. It must
 * never do a command's work itself, and never load more than the asked command needs.
 */
@NullMarked
package dev.quietus.cli;

import org.jspecify.annotations.NullMarked;
