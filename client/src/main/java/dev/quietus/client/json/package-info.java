/**
 * JSON as Quietus speaks it: an immutable value model, a strict parser (RFC 8259) with bounds, a
 * writer, and the canonical form (RFC 8785) that hashes are taken over.
 *
 * <p>This package owns the spelling of JSON and nothing else. It must never read from a network or
 * a file, bind values to classes by reflection, or accept input that RFC 8259 does not allow: two
 * programs that read the same bytes differently could disagree about a receipt. It is part of the
 * stop path, so its parser and writer load nothing beyond the basic classes of the JDK.
 */
@NullMarked
package dev.quietus.client.json;

import org.jspecify.annotations.NullMarked;
