/**
 * Stop and cancel faults that were reported in public, one class for each, under its number. Every
 * class says what was wrong elsewhere and proves over HTTP that it is not so here. Owns the inputs
 * of the cases; must never reach past HTTP, the far side's control calls and the ledger's file.
 */
@NullMarked
package dev.quietus.verify.cases;

import org.jspecify.annotations.NullMarked;
