/**
 * The providers that are declared in a file: reading the declaration, asking over HTTP within
 * bounds, and turning every answer, and the lack of one, into a value of {@code core.settlement}.
 * Never decides what became of an operation, never writes the ledger, never shows a header's value.
 */
@NullMarked
package dev.quietus.server.provider;

import org.jspecify.annotations.NullMarked;
