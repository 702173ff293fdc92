package dev.quietus.gateway.model;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.gateway.model.dialect.Refusal;
import dev.quietus.gateway.model.tap.TrafficNotes;
import dev.quietus.gateway.model.wire.BadMessageException;
import dev.quietus.gateway.model.wire.BodyRelay;
import dev.quietus.gateway.model.wire.BodyTap;
import dev.quietus.gateway.model.wire.Framing;
import dev.quietus.gateway.model.wire.RequestHead;
import dev.quietus.gateway.model.wire.TruncatedException;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.gateway.run.Passage;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requests of one client's connection: asked for, sent, watched. For one thread. */
final class Requests {
    private static final String KIND = "model_request";

    private final ClientLine client;
    private final Relay relay;
    private @Nullable UpstreamLine line;

    Requests(ClientLine client, Relay relay) {
        this.client = client;
        this.relay = relay;
    }

    /** The client's connection has ended, and with it the upstream's. */
    void close() {
        client.exchange().ifPresent(under -> under.end(new Cause.ClientHungUp("it has gone")));
        if (line != null) {
            line.abort();
        }
    }

    /**
     * Serves one request.
     *
     * @return whether another may follow
     */
    boolean serve(RequestHead head) throws IOException {
        Framing framing;
        Optional<Route> route;
        try {
            framing = Framing.of(head);
            route = Route.of(head, relay.secret());
            if (route.isEmpty()) {
                route = Route.of(head, relay.readable()).filter(_ -> !client.isOfAnotherUser());
            }
            if (head.headers().all("host").size() != 1) {
                throw new BadMessageException(400, "a request has one Host");
            }
        } catch (BadMessageException bad) {
            client.plain(bad.status(), "Quietus: " + bad.words() + ".");
            return false;
        }
        if (route.isEmpty()) {
            client.plain(404, "Quietus: there is nothing here.");
            return false;
        }
        Optional<Refusal> unfit = unfit(head, route.get(), framing);
        if (unfit.isPresent()) {
            return refuse(head, route.get(), framing, unfit.get());
        }
        return pass(head, route.get(), framing);
    }

    private Optional<Refusal> unfit(RequestHead head, Route route, Framing framing) {
        if (!head.headers().all("upgrade").isEmpty()
                && head.headers().tokens("upgrade").contains("websocket")) {
            return Optional.of(new Refusal(
                    Refusal.Kind.UPGRADE, "Quietus: no web sockets here. Ask over HTTP."));
        }
        if (relay.upstream(route.route()).isEmpty()) {
            return Optional.of(new Refusal(
                    Refusal.Kind.BAD_REQUEST,
                    "Quietus: this gateway has no upstream for " + route.route().routeName()
                            + "."));
        }
        boolean large = framing instanceof Framing.Length(long bytes)
                && route.generating()
                && bytes > Limits.CALL_BYTES;
        return large
                ? Optional.of(new Refusal(
                        Refusal.Kind.TOO_LARGE,
                        "Quietus: a model request has at most " + Limits.CALL_BYTES + " bytes."))
                : Optional.empty();
    }

    /** Refuses, and reads the rest of the request so that its sender hears of it. */
    private boolean refuse(RequestHead head, Route route, Framing framing, Refusal why)
            throws IOException {
        boolean bodyMayNotCome = head.headers().tokens("expect").contains("100-continue")
                || why.kind() == Refusal.Kind.UPGRADE
                || why.kind() == Refusal.Kind.TOO_LARGE;
        client.refuse(route.dialect(), head.method(), why, bodyMayNotCome || head.closes());
        if (bodyMayNotCome || head.closes()) {
            client.closeBehind();
            return false;
        }
        boolean goesOn =
                drain(BodyRelay.of(framing, client.source(), ClientLine.nowhere(), BodyTap.NONE));
        client.idle();
        return goesOn;
    }

    private static boolean drain(BodyRelay body) throws IOException {
        long end = System.nanoTime() + Limits.DRAIN.toNanos();
        try {
            while (body.step()) {
                if (body.content() > Limits.DRAINED_BYTES || System.nanoTime() > end) {
                    return false;
                }
            }
            return true;
        } catch (BadMessageException | TruncatedException unsound) {
            return false;
        }
    }

    private boolean pass(RequestHead head, Route route, Framing framing) throws IOException {
        Upstream upstream = relay.upstream(route.route()).orElseThrow();
        boolean kept = line != null && line.isOpenTo(upstream);
        boolean early = !relay.run().scope().isCancelled();
        Opening opening =
                kept && line != null ? Opening.of(line) : early ? begin(upstream) : Opening.never();
        String operation = relay.nextOperation();
        TrafficNotes notes = new TrafficNotes(relay.tally().listener(operation));
        Optional<Passage> passage = Optional.empty();
        if (route.generating()) {
            Asked asked = ask(operation, route);
            if (asked.refusal().isPresent()) {
                opening.giveUp();
                return refuse(head, route, framing, asked.refusal().get());
            }
            passage = asked.passage();
        } else if (!early) {
            relay.tally().otherRefused.increment();
            return refuse(head, route, framing, stopped());
        } else {
            relay.tally().passed.increment();
        }
        Exchange exchange = new Exchange(
                client, head, route, relay.run().runId(), passage, notes, relay.tally());
        client.carries(exchange);
        exchange.waitsFor(opening);
        exchange.watch(passage.map(Passage::scope).orElse(relay.run().scope()));
        Upload upload = new Upload(exchange, client, framing);
        Optional<UpstreamLine> open = connected(exchange, upstream, opening);
        if (open.isEmpty()) {
            return unsent(exchange, framing);
        }
        upload.send(open.get(), HeaderPlan.request(head, upstream, route));
        return !client.isClosing();
    }

    private Opening begin(Upstream upstream) {
        if (line != null) {
            line.abort();
            line = null;
        }
        return Opening.begin(relay.door(), upstream);
    }

    private record Asked(Optional<Passage> passage, Optional<Refusal> refusal) {}

    private Asked ask(String operation, Route route) {
        Admission admission = relay.run()
                .begin(GatewayWork.of(
                        operation, route.dialect().tool(), KIND, ExpectedEffects.NONE));
        return switch (admission) {
            case Admission.Admitted(Passage passage) -> {
                relay.tally().begun.increment();
                yield new Asked(Optional.of(passage), Optional.empty());
            }
            case Admission.Refused no -> {
                relay.tally().refused.increment();
                yield no(
                        relay.run().scope().isCancelled()
                                ? stopped()
                                : new Refusal(
                                        Refusal.Kind.NO_AUTHORITY,
                                        Words.refused(relay.run().runId(), no)));
            }
            case Admission.AlreadyFinished finished -> {
                relay.tally().refused.increment();
                yield no(new Refusal(
                        Refusal.Kind.NO_AUTHORITY,
                        "Quietus: operation " + operation + " has an outcome already."));
            }
            case Admission.NotRecorded no -> {
                relay.tally().notRecorded.increment();
                yield no(
                        relay.run().scope().isCancelled()
                                ? stopped()
                                : new Refusal(Refusal.Kind.NOT_RECORDED, Words.notRecorded(no)));
            }
        };
    }

    private static Asked no(Refusal why) {
        return new Asked(Optional.empty(), Optional.of(why));
    }

    private Refusal stopped() {
        String reason = relay.run().scope().reason().map(Words::reason).orElse("");
        return new Refusal(Refusal.Kind.NO_AUTHORITY, Words.notSent(relay.run().runId(), reason));
    }

    /** Nothing was sent: what there is to say is said here. */
    private boolean unsent(Exchange exchange, Framing framing) throws IOException {
        Refusal why = switch (exchange.cause().orElse(new Cause.GatewayClosed())) {
            case Cause.Stopped(String reason) ->
                new Refusal(Refusal.Kind.NO_AUTHORITY, Words.notSent(exchange.runId(), reason));
            case Cause other ->
                new Refusal(Refusal.Kind.UPSTREAM, "Quietus: " + other.words() + ".");
        };
        exchange.conclude();
        return refuse(exchange.head(), exchange.route(), framing, why);
    }

    private Optional<UpstreamLine> connected(
            Exchange exchange, Upstream upstream, Opening opening) {
        try {
            Optional<UpstreamLine> open = opening.await();
            if (open.isPresent() && attach(exchange, open.get())) {
                return open;
            }
            if (exchange.cause().isPresent()) {
                return Optional.empty();
            }
            // The kept connection ended while authority was asked.
            Opening again = begin(upstream);
            if (!exchange.waitsFor(again)) {
                again.giveUp();
                return Optional.empty();
            }
            return again.await().filter(line -> attach(exchange, line));
        } catch (IOException e) {
            exchange.end(new Cause.UpstreamFailed(
                    Words.of("the model API at " + upstream.authority() + " can't be reached", e),
                    false));
            return Optional.empty();
        }
    }

    private boolean attach(Exchange exchange, UpstreamLine open) {
        if (!exchange.attach(open)) {
            return false;
        }
        if (!open.equals(line)) {
            line = open;
            open.start(client);
        }
        return true;
    }
}
