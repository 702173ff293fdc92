/**
 * The stop button's own way to the server ({@link dev.quietus.client.stop.EmergencyStop}).
 *
 * <p>This package owns one request, {@code POST /v1/runs/{id}/stop}, and its patience. It must
 * never depend on anything that is slow to load or that could be broken while the rest is: it uses
 * plain sockets (with TLS for https) and the JSON package, no {@code java.net.http}, no executor,
 * no lambda, no formatter. It must never say that a stop was acknowledged without the server's
 * barrier in its hands.
 */
@NullMarked
package dev.quietus.client.stop;

import org.jspecify.annotations.NullMarked;
