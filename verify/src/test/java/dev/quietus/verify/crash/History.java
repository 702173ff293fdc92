package dev.quietus.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What clients were told, each fact once it was acknowledged, to be held against the record: what is
 * not there was lost, what is there twice was doubled. Safe for use by several threads.
 */
final class History {
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();

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
        boolean isIn(JsonObject event) {
            return event.string("type").equals(type)
                    && event.string("run_id").equals(run)
                    && event.optionalString("operation_id").orElse("").equals(operation)
                    && (member.isEmpty() || shown(event).equals(value));
        }

        private String shown(JsonObject event) {
            return event.object("data")
                    .member(member)
                    .map(found -> found.toString().replace("\"", ""))
                    .orElse("");
        }
    }

    void registered(String run) {
        told.add(new Told("run_registered", run, "", "", ""));
    }

    void accepted(String run, String operation) {
        told.add(new Told("operation_accepted", run, operation, "", ""));
    }

    void begun(String run, String operation, long attempt) {
        told.add(new Told(
                "operation_begun", run, operation, "attempt", Long.toString(attempt)));
    }

    void finished(String run, String operation, String outcome) {
        told.add(new Told("operation_finished", run, operation, "outcome", outcome));
    }

    void stopped(String run, String barrier) {
        told.add(new Told("stop_requested", run, "", "", ""));
        assertThat(barrier).startsWith("stop-" + run);
    }

    /**
     * Holds everything against the events on record.
     *
     * @throws AssertionError naming what was acknowledged and is lost, or is there twice
     */
    void check(List<JsonObject> events) {
        List<String> wrong = new ArrayList<>();
        for (Told each : told) {
            long found = events.stream().filter(each::isIn).count();
            if (found != 1) {
                wrong.add((found == 0 ? "acknowledged and lost: " : "doubled: ") + each);
            }
        }
        assertThat(wrong).isEmpty();
    }
}
