package dev.quietus.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What clients were told, each fact once it was acknowledged, to be held against the record: what
 * is not there was lost, what is there twice was doubled, and what was allowed though it was asked
 * after a stop had been acknowledged broke the first promise (S1). Times are those of this process
 * and only compared with each other. Safe for use by several threads.
 */
public final class History {
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();
    private final Queue<Allowed> allowed = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> stoppedAt = new ConcurrentHashMap<>();

    /**
     * A fact that somebody was told.
     *
     * @param type the type of the event that must be on record, exactly once
     * @param run the run
     * @param operation the operation, empty for a run's own fact
     * @param member a member of the event's data, empty where none is asked for
     * @param value its value
     */
    private record Told(String type, String run, String operation, String member, String value) {
        String key() {
            return type + " " + run + "/" + operation;
        }

        boolean isIn(JsonObject event) {
            return member.isEmpty()
                    || event.object("data")
                            .member(member)
                            .map(found -> found.toString().replace("\"", ""))
                            .filter(value::equals)
                            .isPresent();
        }
    }

    /**
     * A start that was allowed.
     *
     * @param run the run
     * @param operation the operation
     * @param askedAt when it was first asked for
     */
    private record Allowed(String run, String operation, long askedAt) {}

    /** A run is registered. */
    public void registered(String run) {
        told.add(new Told("run_registered", run, "", "", ""));
    }

    /** An operation is accepted. */
    public void accepted(String run, String operation) {
        told.add(new Told("operation_accepted", run, operation, "", ""));
    }

    /**
     * An attempt may start.
     *
     * @param askedAt {@link System#nanoTime} before it was first asked for
     */
    public void begun(String run, String operation, long attempt, long askedAt) {
        told.add(new Told("operation_begun", run, operation, "attempt", Long.toString(attempt)));
        allowed.add(new Allowed(run, operation, askedAt));
    }

    /** A result is recorded. */
    public void finished(String run, String operation, String outcome) {
        told.add(new Told("operation_finished", run, operation, "outcome", outcome));
    }

    /** A stop is durable; it counts from now on, for the runs named. */
    public void stopped(String run, String barrier, String... below) {
        long now = System.nanoTime();
        told.add(new Told("stop_requested", run, "", "", ""));
        assertThat(barrier).startsWith("stop-" + run);
        stoppedAt.putIfAbsent(run, now);
        for (String each : below) {
            stoppedAt.putIfAbsent(each, now);
        }
    }

    /** How much was told. */
    public int size() {
        return told.size();
    }

    /**
     * Holds everything against the events on record.
     *
     * @throws AssertionError naming what was acknowledged and is lost, what is there twice, and
     *     what was allowed after a stop
     */
    public void check(List<JsonObject> events) {
        assertThat(faults(events)).isEmpty();
    }

    /** The same as a list, one line a fault. */
    public List<String> faults(List<JsonObject> events) {
        Map<String, List<JsonObject>> byKey = new HashMap<>();
        for (JsonObject event : events) {
            String key = event.string("type") + " " + event.string("run_id") + "/"
                    + event.optionalString("operation_id").orElse("");
            byKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(event);
        }
        List<String> wrong = new ArrayList<>();
        for (Told each : told) {
            long found = byKey.getOrDefault(each.key(), List.of()).stream()
                    .filter(each::isIn)
                    .count();
            if (found != 1) {
                wrong.add((found == 0 ? "acknowledged and lost: " : "doubled: ") + each);
            }
        }
        for (Allowed each : allowed) {
            Long stop = stoppedAt.get(each.run);
            if (stop != null && each.askedAt - stop > 0) {
                wrong.add("allowed after its stop was acknowledged: " + each);
            }
        }
        return wrong;
    }
}
