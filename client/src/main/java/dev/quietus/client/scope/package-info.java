/**
 * Cancellation inside a process: a tree of scopes
 * ({@link dev.quietus.client.scope.CancellationScope}), the signals that feed it
 * ({@link dev.quietus.client.scope.RunSignals}), and the scope in which cleaning up goes on after a
 * cancellation ({@link dev.quietus.client.scope.CleanupScope}).
 *
 * <p>This package owns the notice that work shall end. It must never take the notice for the end: a
 * cancelled scope says that somebody asked, not that anything has stopped.
 */
@NullMarked
package dev.quietus.client.scope;

import org.jspecify.annotations.NullMarked;
