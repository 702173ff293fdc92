/**
 * Races as readable text, with what the ledger recorded of them. Owns the small language in which
 * they are written and the comparison with the recording; must never decide itself what is right:
 * that stands in the files, and the promises are checked beneath.
 */
@NullMarked
package dev.quietus.verify.scenario;

import org.jspecify.annotations.NullMarked;
