/**
 * HTTP/1.1 messages on their way through: heads, framing, bodies (RFC 9112).
 *
 * <p>This package owns what may be believed about a message and how its bytes go on unchanged. It
 * is strict, so that two sides can never see different messages in the same bytes, and it must
 * never hold a body: what has come goes on at once. It knows no API, no run and no authority.
 */
@NullMarked
package dev.quietus.gateway.model.wire;

import org.jspecify.annotations.NullMarked;
