package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.ArrayList;
import java.util.List;

/** One run, operation or barrier with everything that is known of it, for people. */
public final class Details {

    private static final int HEADING = 42;

    private Details() {}

    /** A run: who, until when, its work, and the lamps of the stop over it. */
    public static List<String> run(JsonObject run, Console console) {
        List<String> lines = new ArrayList<>();
        lines.add(heading(run.string("run_id"), run, console));
        Pairs pairs = new Pairs(run, console)
                .member("task", "task_id")
                .member("owner", "owner")
                .member("parent", "parent_run_id")
                .member("promoted from", "registered_under")
                .member("resumes", "resumes")
                .pair("lease", lease(run))
                .time("valid until", "valid_until")
                .time("revoked", "revoked_at")
                .member("epoch", "revocation_epoch")
                .pair("tools", tools(run))
                .member("stopped tools", "stopped_tools")
                .member("labels", "labels")
                .pair("work", work(run))
                .pair("child runs", children(run))
                .time("registered", "registered_at")
                .time("ended", "ended_at");
        lines.addAll(pairs.lines());
        run.optionalObject("stop").ifPresent(stop -> {
            BarrierFacts barrier = new BarrierFacts(stop);
            lines.add("");
            lines.add("  stop " + barrier.id() + "   " + Line.words(barrier.decision()));
            lines.add("  " + LampText.brief(barrier, console));
        });
        return lines;
    }

    private static String heading(String id, JsonObject thing, Console console) {
        String state = Line.words(thing.optionalString("state").orElse(""));
        return console.toned(Tone.BOLD, Line.padded(SafeText.of(id), HEADING)) + "  " + state;
    }

    /** The tools that a run may use, for people; empty where the server does not say. */
    public static String tools(JsonObject run) {
        return run.optionalArray("capabilities")
                .map(all -> all.strings().isEmpty() ? "none" : String.join(", ", all.strings()))
                .orElse("");
    }

    private static String lease(JsonObject run) {
        String id = run.optionalString("lease").orElse("");
        String status = run.optionalString("lease_status").orElse("");
        return status.isEmpty() ? id : id + ", " + status;
    }

    private static String work(JsonObject run) {
        return run.optionalObject("counts")
                .map(counts -> counts.optionalInteger("not_started").orElse(0) + " not started · "
                        + counts.optionalInteger("running").orElse(0) + " running · "
                        + counts.optionalInteger("unsettled").orElse(0) + " unsettled · "
                        + counts.optionalInteger("unknown").orElse(0) + " unknown")
                .orElse("");
    }

    private static String children(JsonObject run) {
        List<String> ids = new ArrayList<>();
        for (JsonObject child :
                run.optionalArray("child_runs").orElse(JsonArray.empty()).objects()) {
            ids.add(child.optionalString("run_id").orElse(""));
        }
        return String.join(", ", ids);
    }

    /** An operation: requested, answered and observed are three different facts. */
    public static List<String> operation(JsonObject operation, Console console) {
        List<String> lines = new ArrayList<>();
        lines.add(heading(
                operation.optionalString("run_id").orElse("") + "/"
                        + operation.string("operation_id"),
                operation,
                console));
        lines.addAll(new Pairs(operation, console)
                .member("tool", "tool")
                .words("kind", "kind")
                .words("effect", "effect")
                .member("provider", "provider")
                .member("provider job", "provider_job")
                .member("key", "idempotency_key")
                .member("epoch", "revocation_epoch")
                .time("accepted", "accepted_at")
                .time("not before", "not_before")
                .time("expires", "expires_at")
                .member("decided by", "decided_by")
                .member("attempt", "attempt")
                .member("worker", "worker")
                .time("begun", "begun_at")
                .words("sent", "sent")
                .words("outcome", "outcome")
                .words("reported effect", "reported_effect")
                .time("finished", "finished_at")
                .member("error", "error")
                .member("cancelled by", "cancelled_by")
                .lines());
        lines.addAll(settlement(operation, console));
        return lines;
    }

    private static List<String> settlement(JsonObject operation, Console console) {
        List<String> lines = new ArrayList<>();
        operation
                .optionalObject("cancellation")
                .ifPresent(asked -> lines.addAll(new Pairs(asked, console)
                        .time("cancel asked", "requested_at")
                        .words("provider said", "provider_response")
                        .member("", "detail")
                        .lines()));
        operation
                .optionalObject("effect_check")
                .ifPresent(check -> lines.addAll(new Pairs(check, console)
                        .words("we observed", "observed")
                        .member("", "detail")
                        .time("observed at", "checked_at")
                        .member("tries", "tries")
                        .time("asked again", "next_at")
                        .lines()));
        lines.addAll(new Pairs(operation, console)
                .words("settled", "settled_state")
                .time("settled at", "settled_at")
                .member("settled by", "settled_by")
                .member("because", "settled_because")
                .member("held by", "held_by")
                .member("why", "why")
                .time("unknown since", "unknown_since")
                .member("effect id", "effect_id")
                .member("recovery", "recovery_operation")
                .lines());
        return lines;
    }

    /** A barrier: who stopped what and why, the lamps, and what was in flight. */
    public static List<String> barrier(JsonObject json, Console console) {
        BarrierFacts barrier = new BarrierFacts(json);
        List<String> lines = new ArrayList<>();
        lines.add(heading(barrier.id(), json, console));
        lines.addAll(new Pairs(json, console)
                .member("run", "run_id")
                .member("selector", "selector")
                .member("asked by", "requested_by")
                .time("asked at", "requested_at")
                .member("reason", "reason")
                .words("decision", "decision")
                .member("revision", "revision")
                .time("certified", "certified_at")
                .time("last activity", "last_activity_at")
                .member("quiet seconds", "quiet_period_seconds")
                .member("late attempts", "late_attempts_denied")
                .lines());
        lines.add("");
        lines.addAll(LampText.lines(barrier, console));
        return lines;
    }
}
