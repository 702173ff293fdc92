/**
 * One HTTP/1.1 answer as it comes from a socket (RFC 9112). For this library's own use; not part of
 * what it offers.
 *
 * <p>This package owns framing, bounds and time limits of an answer. It must stay as quick to load
 * as the stop button that needs it ({@code dev.quietus.client.stop}): no {@code java.net.http}, no
 * lambda, no formatter, and no string concatenation on the way of a good answer.
 */
@NullMarked
package dev.quietus.client.wire;

import org.jspecify.annotations.NullMarked;
