package dev.quietus.verify.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is on record of a run that was stopped, compared with what was seen of it from outside.
 *
 * @param server where the record is
 * @param run the stopped run
 */
record StopRecord(RunningQuietus server, String run) {
    /**
     * The calls of a killed {@code quietus run} count as running until they have been silent for 30
     * s; then it is looked for their outcome.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What was let through just before the stop may still be on its way. */
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

    private static final Set<String> OPEN =
            Set.of("running", "queued", "scheduled", "awaiting_approval");
    private static final Set<String> KNOWN = Set.of("present", "absent", "none");

    /**
     * What was seen.
     *
     * @param stopped when the stop was on record
     * @param asked what the model was asked
     */
    record Seen(Instant stopped, List<ScriptedModel.Asked> asked) {}

    /** Waits for the receipt, and looks whether it says what is so. */
    void check(Cell cell, Seen seen) {
        assertThat(server.shown(run).string("lease_status")).isNotEqualTo("active");
        lookAtRequests(seen);
        await("a receipt that says what is so")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptionsMatching(notYet -> false)
                .untilAsserted(() -> lookAtReceipt(cell, seen));
    }

    /** Everything the model was asked was begun before, and that before the stop. */
    private void lookAtRequests(Seen seen) {
        assertThat(seen.asked())
                .as("model requests, stopped at %s", seen.stopped())
                .allMatch(asked -> asked.at().isBefore(seen.stopped().plus(ON_ITS_WAY)))
                .noneMatch(asked -> asked.body().contains(Talk.QUEUED))
                .hasSizeLessThanOrEqualTo((int) operations().stream()
                        .filter(each -> each.string("kind").equals("model_request"))
                        .filter(each -> each.has("begun_at"))
                        .count());
    }

    private void lookAtReceipt(Cell cell, Seen seen) {
        List<JsonObject> all = operations();
        String shown = String.join("\n", all.stream().map(JsonObject::toJson).toList());
        assertThat(all).as(shown).noneMatch(each -> OPEN.contains(each.string("state")));
        assertThat(all)
                .as("begun after %s: %s", seen.stopped(), shown)
                .allMatch(each -> begun(each).filter(seen.stopped()::isBefore).isEmpty());
        long unknown = all.stream().filter(StopRecord::isUnknown).count();
        assertThat(unknown).as(shown).isEqualTo(cell.situation().unknown());
        JsonObject receipt = server.awaitReceipt(run);
        String both = receipt.toJson() + "\n" + shown;
        assertThat(receipt.object("effects").integer("unknown")).as(both).isEqualTo(unknown);
        assertThat(receipt.string("decision"))
                .as(both)
                .isEqualTo(unknown == 0 ? "stopped_and_quiet" : "stop_incomplete");
        assertThat(receipt.object("authority").integer("active_leases")).isZero();
    }

    private static Optional<Instant> begun(JsonObject operation) {
        return operation.optionalString("begun_at").map(Instant::parse);
    }

    /** Begun, able to change something, and nobody has proved whether it did. */
    private static boolean isUnknown(JsonObject operation) {
        return operation.has("begun_at")
                && operation.string("effects").equals("expected")
                && !KNOWN.contains(operation.optionalString("reported_effect").orElse(""));
    }

    /** The operations of the run and of all runs below it. */
    private List<JsonObject> operations() {
        return server.operator().get("runs", run, "tree").array("runs").objects().stream()
                .flatMap(
                        each -> server
                                .operator()
                                .all("operations", "runs", each.string("run_id"), "operations")
                                .stream())
                .toList();
    }
}
