package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Refusal;
import dev.quietus.gateway.model.tap.BodyReading;
import dev.quietus.gateway.model.wire.BadMessageException;
import dev.quietus.gateway.model.wire.BodyRelay;
import dev.quietus.gateway.model.wire.BodyTap;
import dev.quietus.gateway.model.wire.ByteSource;
import dev.quietus.gateway.model.wire.Framing;
import dev.quietus.gateway.model.wire.RequestHead;

import java.io.IOException;
import java.net.SocketTimeoutException;

/**
 * One request on its way to the upstream, and the watch over its client until the answer is
 * complete. For the client's thread.
 */
final class Upload {
    private static final int TOO_LARGE = 413;

    private final Exchange exchange;
    private final ClientLine client;
    private final ByteSource source;
    private final Framing framing;

    Upload(Exchange exchange, ClientLine client, Framing framing) {
        this.exchange = exchange;
        this.client = client;
        this.source = client.source();
        this.framing = framing;
    }

    /** Sends it, and comes back when the exchange is over. */
    void send(UpstreamLine to, RequestHead head) {
        try {
            upload(to.out(), head);
        } catch (UpstreamGoneException e) {
            // It may have answered before it went: whoever reads from it finds out.
            if (!exchange.progress().hasRequestCome()) {
                drain();
            }
        } catch (BadMessageException bad) {
            Refusal.Kind kind =
                    bad.status() == TOO_LARGE ? Refusal.Kind.TOO_LARGE : Refusal.Kind.BAD_REQUEST;
            exchange.end(new Cause.BadRequest(kind, bad.words()));
        } catch (SocketTimeoutException silent) {
            exchange.end(new Cause.BadRequest(
                    Refusal.Kind.TIMEOUT, "the request's body did not come to its end"));
        } catch (IOException gone) {
            exchange.end(new Cause.ClientHungUp("in the middle of its request"));
        }
        watch();
    }

    private void upload(GuardedOut out, RequestHead head) throws IOException {
        exchange.progress().headSent();
        if (framing instanceof Framing.None) {
            exchange.progress().requestCame();
        }
        out.hold(head.bytes());
        if (source.available() == 0 || framing instanceof Framing.None) {
            out.flush();
        }
        boolean generating = exchange.route().generating();
        try (BodyReading reading = BodyReading.ofRequest(
                exchange.route().dialect(), exchange.head().headers(), exchange.notes())) {
            BodyRelay body = BodyRelay.of(framing, source, out, generating ? reading : BodyTap.NONE)
                    .atEnd(exchange.progress()::requestCame);
            long last = System.nanoTime();
            boolean more = true;
            while (more) {
                try {
                    more = body.step();
                    exchange.progress().sent(body.content());
                    out.flush();
                    last = System.nanoTime();
                } catch (SocketTimeoutException tick) {
                    if (System.nanoTime() - last > Limits.BODY_SILENCE.toNanos()) {
                        throw tick;
                    }
                }
                if (generating && body.content() > Limits.CALL_BYTES) {
                    throw new BadMessageException(TOO_LARGE, "the request is too large");
                }
            }
        }
    }

    /** The upstream takes no more: reads on, so that the client gets to the answer. */
    private void drain() {
        try {
            while (!exchange.isDone()) {
                source.discard();
                if (!fill()) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The watch finds the same.
            return;
        }
    }

    /** Waits for the exchange's end; a client that hangs up before ends it. */
    private void watch() {
        try {
            while (!exchange.isDone()) {
                if (source.available() > 0) {
                    // The next request has come; it waits.
                    exchange.await(Limits.TICK);
                } else if (!fill()) {
                    hungUp();
                }
            }
        } catch (IOException gone) {
            hungUp();
        }
    }

    private boolean fill() throws IOException {
        try {
            return source.fill();
        } catch (SocketTimeoutException tick) {
            return true;
        }
    }

    private void hungUp() {
        exchange.end(new Cause.ClientHungUp("before the answer was complete"));
        while (!exchange.await(Limits.TICK)) {
            // Whoever reads from the upstream concludes it: the upstream is closed.
            client.cut();
        }
    }
}
