/**
 * The hooks of agents: their own tools ask here before they start and report here after.
 *
 * <p>This package owns the door that hooks call, what the events of each known agent mean, and the
 * words in which each of them takes a refusal. It must never answer a question that could not be
 * recorded with a yes, never put contents of calls into the record, and never call work finished
 * that nobody reported or proved to have ended.
 */
@NullMarked
package dev.quietus.gateway.hook;

import org.jspecify.annotations.NullMarked;
