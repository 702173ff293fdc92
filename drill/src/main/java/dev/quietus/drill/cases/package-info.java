/**
 * {@code quietus drill}: the evaluation cases, each observed at a running server with real peers
 * and a real deployment service, and compared with what is really there. Owns the cases, the order
 * in which they run, and the reports. It must never take the server's word for an effect, and never
 * end a process that the drill did not start.
 */
@NullMarked
package dev.quietus.drill.cases;

import org.jspecify.annotations.NullMarked;
