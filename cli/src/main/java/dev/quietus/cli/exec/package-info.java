/**
 * {@code quietus exec}: a local command as an operation of a run. Asks before its first instruction
 * runs, hears of a stop while it runs, and reports what is known at its end. Never reports an end
 * that was not seen.
 */
@NullMarked
package dev.quietus.cli.exec;

import org.jspecify.annotations.NullMarked;
