package dev.quietus.cli.view;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The four lamps of a barrier, in the order in which a person asks for them. */
public final class Lamps {

    private Lamps() {}

    /** Dispatch, generation, queued work, effects. */
    public static List<Lamp> of(BarrierFacts barrier) {
        return List.of(dispatch(barrier), generation(barrier), queued(barrier), effects(barrier));
    }

    private static Lamp dispatch(BarrierFacts barrier) {
        Optional<Instant> at = barrier.reached("dispatch_stopped");
        if (at.isEmpty()) {
            return Lamp.open(Sign.NOT_YET, "dispatch", "not stopped yet");
        }
        String selector = barrier.selector();
        String words = "nothing of this run can start any more";
        if (selector.startsWith("operation:")) {
            words = "this operation can't start any more; the run goes on";
        } else if (selector.startsWith("tool:")) {
            words = "no matching tool can start any more; the run goes on";
        }
        return Lamp.reached("dispatch", words, at);
    }

    private static Lamp generation(BarrierFacts barrier) {
        Optional<Instant> at = barrier.reached("generation_stopped");
        long running = barrier.work("generating");
        if (at.isPresent()) {
            long ended = 0;
            for (JsonObject operation : barrier.inFlight()) {
                if (operation.optionalString("kind").orElse("").equals("model_request")) {
                    ended++;
                }
            }
            return Lamp.reached(
                    "generation",
                    ended == 0
                            ? "no model request runs"
                            : Line.count(ended, "model stream") + " ended",
                    at);
        }
        return running > 0
                ? Lamp.open(
                        Sign.UNDER_WAY,
                        "generation",
                        Line.count(running, "model request") + " still under way")
                : Lamp.open(Sign.NOT_YET, "generation", "agents and workers are not told yet");
    }

    private static Lamp queued(BarrierFacts barrier) {
        String cancelled = cancelled(barrier);
        Optional<Instant> at = barrier.reached("queued_work_cancelled");
        if (at.isPresent()) {
            return Lamp.reached(
                    "queued work",
                    !barrier.counted()
                            ? "what had not started is cancelled, kept for audit"
                            : cancelled.isEmpty()
                                    ? "nothing was waiting"
                                    : cancelled + " cancelled, kept for audit",
                    at);
        }
        return cancelled.isEmpty()
                ? Lamp.open(Sign.NOT_YET, "queued work", "not taken out yet")
                : Lamp.open(Sign.UNDER_WAY, "queued work", cancelled + " cancelled so far");
    }

    private static String cancelled(BarrierFacts barrier) {
        List<String> parts = new ArrayList<>();
        add(parts, barrier.work("queued_cancelled"), "operation", "operations");
        add(parts, barrier.work("scheduled_retries_cancelled"), "retry", "retries");
        add(parts, barrier.work("timers_cancelled"), "timer", "timers");
        add(parts, barrier.work("approvals_cancelled"), "waiting approval", "waiting approvals");
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    private static void add(List<String> parts, long number, String one, String many) {
        if (number > 0) {
            parts.add(Line.count(number, one, many));
        }
    }

    private static Lamp effects(BarrierFacts barrier) {
        long unknown = barrier.effects("unknown");
        long open = barrier.work("pending_calls");
        long settled = barrier.work("in_flight_settled");
        long all = settled + unknown + open;
        String name = "effects";
        if (barrier.stoppedAndQuiet()) {
            return Lamp.reached(
                    name,
                    !barrier.counted()
                            ? "everything in flight is settled"
                            : all == 0
                                    ? "nothing was in flight"
                                    : Line.count(all, "call") + " in flight, all settled",
                    barrier.reached("effects_settled"));
        }
        if (barrier.decision().equals("stop_incomplete")) {
            return Lamp.open(
                    Sign.NEEDS_PERSON,
                    name,
                    (barrier.counted() ? Line.count(unknown, "outcome") : "outcomes")
                            + " unknown, in the hands of a person");
        }
        return switch (barrier.state()) {
            case "quiet" -> quiet(barrier, all);
            case "settling" ->
                new Lamp(
                        Sign.UNDER_WAY,
                        name,
                        (open + unknown) + " of " + all + " in flight unsettled",
                        budget(barrier),
                        Optional.empty());
            default -> Lamp.open(Sign.NOT_YET, name, "not settled yet");
        };
    }

    private static Lamp quiet(BarrierFacts barrier, long all) {
        String words = all == 0 ? "nothing in flight" : all + " of " + all + " settled";
        String passing = left(barrier, barrier.quietUntil())
                .map(left -> "quiet in " + left + " unless something moves")
                .orElse("waiting for quiet");
        return new Lamp(Sign.UNDER_WAY, "effects", words, passing, Optional.empty());
    }

    /** The longest budget left among those that are still looked at. */
    private static String budget(BarrierFacts barrier) {
        Optional<Instant> latest = Optional.empty();
        for (JsonObject operation : barrier.inFlight()) {
            Optional<Instant> until = operation
                    .optionalObject("effect_check")
                    .flatMap(check -> check.optionalInstant("budget_until"));
            boolean pending =
                    operation.optionalString("settled_state").orElse("").equals("pending");
            if (pending && until.isPresent()) {
                Instant at = until.get();
                latest = Optional.of(latest.filter(other -> other.isAfter(at)).orElse(at));
            }
        }
        return left(barrier, latest).map(left -> left + " left").orElse("");
    }

    private static Optional<String> left(BarrierFacts barrier, Optional<Instant> until) {
        Optional<Instant> now = barrier.serverTime();
        return until.isPresent() && now.isPresent()
                ? Optional.of(Times.length(Duration.between(now.get(), until.get())))
                : Optional.empty();
    }
}
