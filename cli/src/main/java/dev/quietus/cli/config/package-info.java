/**
 * What a user may set and where it is found: flag before environment before {@code quietus.yaml}
 * before default.
 *
 * <p>This package owns the names of the settings, their spelling, and the way to the server and its
 * token. It must never guess at a key it does not know, and never load a library: the stop button
 * uses it.
 */
@NullMarked
package dev.quietus.cli.config;

import org.jspecify.annotations.NullMarked;
