/**
 * Stop and cancel faults that were reported in public, one class for each, under its number. Every
 * class says what was wrong elsewhere and proves over HTTP that it is not so here; for local
 * commands through {@code quietus exec} as a process, its exit code, what it keeps on disk, and the
 * processes of this machine. Owns the inputs of the cases; must never reach past these, the far
 * side's control calls and the ledger's file.
 */
@NullMarked
package dev.quietus.verify.cases;

import org.jspecify.annotations.NullMarked;
