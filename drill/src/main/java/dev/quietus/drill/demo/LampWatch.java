package dev.quietus.drill.demo;

import dev.quietus.client.Quietus;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.ChildProcessException;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Follows a barrier and prints each lamp when it moves, and what it waits for until then. */
final class LampWatch {
    static final String REACHED = "●";
    static final String UNDER_WAY = "◐";
    static final String NOT_YET = "○";
    static final String NEEDS_PERSON = "▲";

    private static final Duration LOOK = Duration.ofMillis(40);

    private final Quietus operator;
    private final Page page;
    private final String barrierId;
    private final Set<String> reached = new HashSet<>();
    private final Map<String, String> said = new HashMap<>();

    LampWatch(Quietus operator, Page page, JsonObject barrier) {
        this.operator = operator;
        this.page = page;
        this.barrierId = barrier.string("barrier_id");
    }

    /** The first look behind the stop: what is so already, and what is still waited for. */
    void first() {
        JsonObject barrier = operator.barrier(barrierId);
        long below =
                barrier.integer("active_leases") + barrier.integer("descendant_leases_revoked");
        reached(
                "dispatch_stopped",
                barrier,
                "dispatch",
                "nothing of %s and its %d child runs can start any more"
                        .formatted(barrier.string("run_id"), below));
        JsonObject work = barrier.object("work");
        waits(
                "queued_work_cancelled",
                barrier,
                "queued work",
                "waits until all that has not started is taken out");
        waits(
                "generation_stopped",
                barrier,
                "generation",
                "waits for %s to end"
                        .formatted(counted(work.integer("generating"), "model stream")));
        waits(
                "effects_settled",
                barrier,
                "effects",
                "waits until every call in flight is settled, then for %d s of quiet"
                        .formatted(barrier.integer("quiet_period_seconds")));
    }

    /**
     * Prints until only effects are waited for.
     *
     * @throws ChildProcessException when that does not come in time
     */
    void untilOnlyEffectsAreOpen(Duration within) throws InterruptedException {
        follow(
                within,
                barrier -> stage(barrier, "queued_work_cancelled").isPresent()
                        && stage(barrier, "generation_stopped").isPresent());
    }

    /**
     * Prints until there is a receipt; returns the barrier as it is then.
     *
     * @throws ChildProcessException when that does not come in time
     */
    JsonObject untilReceipt(Duration within) throws InterruptedException {
        return follow(within, barrier -> !barrier.string("decision").equals("stopping"));
    }

    /** What is waited for. */
    @FunctionalInterface
    private interface Goal {
        boolean met(JsonObject barrier);
    }

    private JsonObject follow(Duration within, Goal goal) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            JsonObject barrier = operator.barrier(barrierId);
            show(barrier);
            if (goal.met(barrier)) {
                return barrier;
            }
            if (System.nanoTime() > end) {
                throw new ChildProcessException("barrier %s is still %s after %d s"
                        .formatted(barrierId, barrier.string("state"), within.toSeconds()));
            }
            Thread.sleep(LOOK);
        }
    }

    private void show(JsonObject barrier) {
        JsonObject work = barrier.object("work");
        reached(
                "queued_work_cancelled",
                barrier,
                "queued work",
                "%s and %s cancelled, kept for audit"
                        .formatted(
                                counted(work.integer("queued_cancelled"), "operation"),
                                counted(work.integer("scheduled_retries_cancelled"), "retry")));
        reached("generation_stopped", barrier, "generation", "no model stream of the run is open");
        for (JsonObject operation :
                barrier.optionalArray("in_flight").orElse(JsonArray.empty()).objects()) {
            if (operation.string("effects").equals("expected")) {
                inFlight(operation);
            }
        }
        quiet(barrier);
    }

    private void inFlight(JsonObject operation) {
        String id = operation.string("operation_id");
        if (changed(id, "in flight")) {
            page.lamp(
                    UNDER_WAY,
                    "effects",
                    "1 call in flight whose effect nobody knows yet",
                    Optional.empty());
            page.line("      %s   %s".formatted(operation.string("tool"), id));
        }
        operation
                .optionalObject("cancellation")
                .filter(asked -> asked.optionalString("provider_response").isPresent())
                .ifPresent(asked -> fact(
                        id,
                        "provider said",
                        asked.string("provider_response") + " · a request, not a proof",
                        asked.optionalInstant("answered_at")));
        operation
                .optionalObject("effect_check")
                .ifPresent(check -> fact(
                        id, "we observed", observed(check), check.optionalInstant("checked_at")));
        String settled = operation.optionalString("settled_state").orElse("pending");
        if (!settled.equals("pending")) {
            fact(id, "settled as", settled, operation.optionalInstant("settled_at"));
        }
        operation
                .optionalString("recovery_operation")
                .ifPresent(recovery ->
                        fact(id, "way back", recovery + " awaits approval", Optional.empty()));
    }

    private static String observed(JsonObject check) {
        String detail = check.optionalString("detail").orElse("");
        String word = switch (check.string("observed")) {
            case "none" -> "no effect";
            case "present" -> "the effect is there";
            default -> "nothing that can be relied on";
        };
        return detail.isEmpty() ? word : word + " · " + detail;
    }

    private void quiet(JsonObject barrier) {
        Optional<Instant> until = barrier.optionalInstant("quiet_until");
        if (until.isPresent() && changed("quiet", until.get().toString())) {
            page.lamp(
                    UNDER_WAY,
                    "effects",
                    "settled, if nothing moves until %s · quiet period %d s"
                            .formatted(
                                    page.second(until.get()),
                                    barrier.integer("quiet_period_seconds")),
                    stage(barrier, "effects_settled"));
        }
        switch (barrier.string("decision")) {
            case "stopped_and_quiet" ->
                reached("effects_settled", barrier, "effects", "settled, and quiet since");
            case "stop_incomplete" -> {
                if (reached.add("effects_settled")) {
                    page.lamp(
                            NEEDS_PERSON,
                            "effects",
                            "an outcome is unknown: a person holds it",
                            barrier.optionalInstant("certified_at"));
                }
            }
            default -> {}
        }
    }

    private void reached(String stage, JsonObject barrier, String name, String words) {
        Optional<Instant> since = stage(barrier, stage);
        if (since.isPresent() && reached.add(stage)) {
            page.lamp(REACHED, name, words, since);
        }
    }

    private void waits(String stage, JsonObject barrier, String name, String words) {
        if (stage(barrier, stage).isEmpty()) {
            page.lamp(NOT_YET, name, words, Optional.empty());
        }
    }

    private void fact(String operation, String name, String words, Optional<Instant> at) {
        if (changed(operation + " " + name, words)) {
            page.fact(name, words, at);
        }
    }

    private boolean changed(String what, String words) {
        return !words.equals(said.put(what, words));
    }

    private static Optional<Instant> stage(JsonObject barrier, String name) {
        return barrier.object("stages").optionalInstant(name);
    }

    private static String counted(long count, String what) {
        if (count == 1) {
            return "1 " + what;
        }
        return count + " "
                + (what.endsWith("y") ? what.substring(0, what.length() - 1) + "ies" : what + "s");
    }
}
