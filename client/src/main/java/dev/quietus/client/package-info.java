/**
 * The Java SDK of Quietus: one method for each call of the HTTP API
 * ({@link dev.quietus.client.Quietus}), with the requests and those answers whose meaning matters
 * as types.
 *
 * <p>This package owns the names on the wire and what an answer means to its caller. It must never
 * decide anything itself: whether work may start is the server's answer, and no answer means no.
 * Identifiers are checked texts here, not types of their own as in the server: they come from and
 * go to the caller's own code.
 *
 * <p>Above it stand {@code scope} (cancellation) and {@code worker} (the guard around one piece of
 * work); beside it {@code stop} (the stop button) and {@code receipt} (offline verification).
 */
@NullMarked
package dev.quietus.client;

import org.jspecify.annotations.NullMarked;
