package dev.quietus.gateway.model;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.SendState;
import dev.quietus.gateway.model.tap.BodyReading;
import dev.quietus.gateway.model.tap.TrafficNotes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of a model request. An answer that was cut is never a finished one, and a client that
 * hung up is never a stop.
 *
 * @param facts what is recorded
 * @param hungUp whether the client ended it
 */
record Result(FinishFacts facts, boolean hungUp) {
    private static final int FIRST_ERROR = 400;

    static Result of(
            Route route,
            Optional<Cause> early,
            Progress progress,
            TrafficNotes notes,
            Optional<BodyReading> reading) {
        FinishFacts facts =
                early.map(Result::ended).orElseGet(() -> answered(progress, notes, reading));
        SendState sent = progress.isSent() ? SendState.SENT : SendState.NOT_SENT;
        boolean hungUp = early.isPresent() && early.get() instanceof Cause.ClientHungUp;
        return new Result(
                facts.withSent(sent).withDetail(detail(route, progress, notes, reading)), hungUp);
    }

    private static FinishFacts ended(Cause cause) {
        return switch (cause) {
            case Cause.Stopped(String reason) -> FinishFacts.cancelled();
            case Cause.ClientHungUp(String words) ->
                FinishFacts.failed("the client hung up: " + words);
            case Cause.BadRequest(var kind, String words) -> FinishFacts.failed(words);
            case Cause.UpstreamFailed(String words, boolean stale) -> FinishFacts.failed(words);
            case Cause.GatewayClosed closed -> FinishFacts.failed(closed.words());
        };
    }

    private static FinishFacts answered(
            Progress progress, TrafficNotes notes, Optional<BodyReading> reading) {
        if (progress.status() >= FIRST_ERROR) {
            return FinishFacts.failed("the upstream answered " + progress.status());
        }
        if (notes.sawApiError()) {
            return FinishFacts.failed("the upstream said in its answer that it failed");
        }
        boolean cut = reading.filter(body -> body.isReadable()
                        && body.form() == BodyReading.Form.EVENTS
                        && !notes.sawEnd())
                .isPresent();
        return cut
                ? FinishFacts.failed("the upstream ended its stream before the answer's end")
                : FinishFacts.succeeded();
    }

    private static String detail(
            Route route, Progress progress, TrafficNotes notes, Optional<BodyReading> reading) {
        List<String> parts = new ArrayList<>();
        parts.add(route.dialect().routeName());
        if (progress.status() > 0) {
            parts.add("status " + progress.status());
        }
        parts.add(Words.seconds(progress.nanos()));
        parts.add(progress.sent() + " bytes up, " + progress.received() + " down");
        if (notes.events() > 0) {
            parts.add(notes.events() + " events");
        }
        if (reading.isPresent() && !reading.get().isReadable() && progress.received() > 0) {
            parts.add("the answer's coding is not read here");
        }
        parts.addAll(notes.words());
        return String.join(" · ", parts);
    }

    /** Counts it. */
    void count(Tally tally) {
        if (facts.outcome() == Outcome.SUCCEEDED) {
            tally.succeeded.increment();
        } else if (facts.outcome() == Outcome.CANCELLED) {
            tally.cancelled.increment();
        } else {
            tally.failed.increment();
        }
        if (hungUp) {
            tally.clientHangUps.increment();
        }
    }
}
