/**
 * The workers and agents of a demo or a drill: real processes that ask Quietus before they start
 * and do their work at the deployment service. Owns the programs that run in them, and the talk
 * with them: one JSON object a line, commands on their standard input, answers and news on their
 * standard output. A peer must never decide by itself that it may start, and never report what it
 * does not know.
 */
@NullMarked
package dev.quietus.drill.peer;

import org.jspecify.annotations.NullMarked;
