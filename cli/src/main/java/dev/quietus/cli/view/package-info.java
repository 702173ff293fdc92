/**
 * What people see: the console, signs, tables, lamps, times, YAML, and the one line of an error.
 *
 * <p>This package owns the look of everything that is printed. It must never ask a server, read a
 * file or decide what happens next, and never print a sign without the word beside it.
 */
@NullMarked
package dev.quietus.cli.view;

import org.jspecify.annotations.NullMarked;
