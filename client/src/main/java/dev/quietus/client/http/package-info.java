/**
 * The way to the server: one call with bounds, retries and a deadline
 * ({@link dev.quietus.client.http.QuietusClient}), and one live stream
 * ({@link dev.quietus.client.http.EventStream}).
 *
 * <p>This package owns transport: connections, time-outs, repeats, sizes, and what is told when the
 * server can't be reached. It must never know what a run or an operation is, follow a redirect (the
 * token would go along), or report an answer that did not come.
 */
@NullMarked
package dev.quietus.client.http;

import org.jspecify.annotations.NullMarked;
