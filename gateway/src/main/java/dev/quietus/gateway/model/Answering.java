package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Refusal;
import dev.quietus.gateway.model.dialect.StreamEnd;
import dev.quietus.gateway.model.tap.BodyReading;
import dev.quietus.gateway.model.wire.BadMessageException;
import dev.quietus.gateway.model.wire.BodyRelay;
import dev.quietus.gateway.model.wire.BodyTap;
import dev.quietus.gateway.model.wire.Framing;
import dev.quietus.gateway.model.wire.HeadText;
import dev.quietus.gateway.model.wire.ResponseHead;
import dev.quietus.gateway.model.wire.TruncatedException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Moves one answer from its upstream to its client, and ends it in good order if it is cut. */
final class Answering {
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Exchange exchange;
    private final UpstreamLine line;
    private final ClientLine client;
    private Framing framing = new Framing.None();
    private boolean keeps;

    Answering(Exchange exchange, UpstreamLine line, ClientLine client) {
        this.exchange = exchange;
        this.line = line;
        this.client = client;
    }

    /**
     * Does it, to the end.
     *
     * @return whether the upstream's connection can be used again
     */
    boolean run() {
        if (exchange.cause().isEmpty()) {
            try {
                relay();
            } catch (ClientGoneException e) {
                exchange.end(new Cause.ClientHungUp("it does not take the answer"));
            } catch (TruncatedException | BadMessageException e) {
                exchange.end(failed("the upstream's answer is not sound: " + e.getMessage()));
            } catch (IOException e) {
                exchange.end(failed(Words.of("the upstream broke off", e)));
            }
        }
        Optional<Cause> cause = exchange.cause();
        boolean goesOn = cause.isEmpty() && keeps;
        boolean clientGoesOn = cause.map(this::endEarly).orElse(goesOn);
        if (!clientGoesOn || !exchange.progress().hasRequestCome()) {
            client.closeBehind();
        }
        exchange.conclude();
        return goesOn;
    }

    private static Cause failed(String words) {
        return new Cause.UpstreamFailed(words, false);
    }

    private void relay() throws IOException {
        ResponseHead head = head();
        framing = Framing.of(head, exchange.head().method());
        keeps = !head.closes()
                && !exchange.head().closes()
                && !(framing instanceof Framing.UntilClose);
        exchange.progress().status(head.status());
        BodyReading body = BodyReading.ofAnswer(
                exchange.route().dialect(),
                head.headers(),
                exchange.notes(),
                exchange.route().growingArray() && head.status() == 200);
        exchange.reads(body);
        GuardedOut out = client.out();
        if (exchange.isStopped()) {
            throw new TruncatedException("a stop came first");
        }
        exchange.progress().answering();
        out.hold(HeaderPlan.answer(head).bytes());
        if (line.source().available() == 0 || framing instanceof Framing.None) {
            out.flush();
        }
        BodyRelay relay = BodyRelay.of(
                framing, line.source(), out, exchange.route().generating() ? body : BodyTap.NONE);
        while (step(relay)) {
            if (exchange.isStopped() && body.betweenEvents()) {
                throw new TruncatedException("a stop came between two events");
            }
        }
        exchange.answered();
    }

    private boolean step(BodyRelay relay) throws IOException {
        try {
            return relay.step();
        } finally {
            exchange.progress().received(relay.content());
            client.out().flush();
        }
    }

    private ResponseHead head() throws IOException {
        while (true) {
            ResponseHead head = HeadText.response(line.source())
                    .orElseThrow(() -> new TruncatedException("it ends before its head"));
            if (!head.interim()) {
                return head;
            }
            if (head.status() == 101) {
                throw new BadMessageException(502, "it changes the protocol unasked");
            }
            byte[] bytes = HeaderPlan.answer(head).bytes();
            client.out().write(bytes, 0, bytes.length);
        }
    }

    /** Says to the client what there is to say; whether its connection can go on. */
    private boolean endEarly(Cause cause) {
        try {
            boolean begun = exchange.progress().isAnswering() && !client.out().drop();
            return switch (cause) {
                case Cause.Stopped(String reason) -> {
                    Refusal no = new Refusal(
                            Refusal.Kind.NO_AUTHORITY, Words.stopped(exchange.runId(), reason));
                    yield begun ? lastWords(no) : refuse(no);
                }
                case Cause.BadRequest(Refusal.Kind kind, String words) ->
                    begun ? cut() : refuse(new Refusal(kind, "Quietus: " + words + "."));
                case Cause.UpstreamFailed(String words, boolean stale) ->
                    begun || stale
                            ? cut()
                            : refuse(new Refusal(Refusal.Kind.UPSTREAM, "Quietus: " + words + "."));
                case Cause.ClientHungUp hungUp -> cut();
                case Cause.GatewayClosed closed -> cut();
            };
        } catch (IOException gone) {
            return cut();
        }
    }

    private boolean refuse(Refusal why) throws IOException {
        boolean closes = !exchange.progress().hasRequestCome();
        client.refuse(exchange.route().dialect(), exchange.head().method(), why, closes);
        return !closes;
    }

    private boolean cut() {
        if (framing instanceof Framing.UntilClose) {
            // A close in good order would say that the answer is complete.
            client.reset();
        } else {
            client.cut();
        }
        return false;
    }

    /** Ends a stream of which something has gone already. */
    private boolean lastWords(Refusal why) throws IOException {
        Optional<BodyReading> body = exchange.reading();
        boolean open = framing instanceof Framing.Chunked || framing instanceof Framing.UntilClose;
        if (!open || body.isEmpty() || body.get().form() == BodyReading.Form.WHOLE) {
            return cut();
        }
        Optional<byte[]> end = body.get().asEnd(words(body.get(), why));
        if (end.isEmpty()) {
            return cut();
        }
        byte[] bytes = end.get();
        GuardedOut out = client.out();
        if (framing instanceof Framing.UntilClose) {
            out.write(bytes, 0, bytes.length);
            return false;
        }
        if (bytes.length > 0) {
            String head = Integer.toHexString(bytes.length) + "\r\n";
            out.hold(head.getBytes(StandardCharsets.US_ASCII));
            out.write(bytes, 0, bytes.length);
            out.hold(new byte[] {'\r', '\n'});
        }
        out.write(LAST_CHUNK, 0, LAST_CHUNK.length);
        return !exchange.head().closes();
    }

    private byte[] words(BodyReading body, Refusal why) {
        return switch (body.form()) {
            case EVENTS ->
                exchange.notes().sawEnd()
                        ? new byte[0]
                        : StreamEnd.events(
                                exchange.route().dialect(),
                                why,
                                !body.betweenEvents(),
                                exchange.notes().responseId(),
                                exchange.notes().sequence());
            case ARRAY -> StreamEnd.element(exchange.route().dialect(), why, body.beforeElement());
            case WHOLE -> new byte[0];
        };
    }
}
