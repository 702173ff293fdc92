package dev.quietus.cli.exec;

import dev.quietus.cli.config.Pages;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Takeover;
import dev.quietus.execution.unit.UnitName;

import java.util.List;
import java.util.stream.Stream;

/**
 * Work that a supervisor which has died had let through for its unit's processes, as the server on
 * the same machine ends it too: whoever comes first. What it has changed nobody has told.
 *
 * @param server where it is on record
 */
record LetThrough(Quietus server) {
    /** The states of work that has begun and not been settled. */
    private static final List<String> UNRESOLVED = List.of("running", "outcome_unknown");

    private static final int MOST = 2_000;

    /**
     * Gives all of it a result.
     *
     * @param run the unit's run; those of subagents are right below it
     */
    void end(UnitName unit, String run) {
        String worker = unit.besideSupervisor();
        withThoseRightBelow(run)
                .flatMap(each -> UNRESOLVED.stream().flatMap(state -> found(each, state)))
                .filter(operation ->
                        operation.optionalString("worker").orElse("").startsWith(worker))
                .toList()
                .forEach(this::end);
    }

    private Stream<String> withThoseRightBelow(String run) {
        Stream<String> below = server.tree(run).array("runs").objects().stream()
                .filter(each ->
                        each.optionalString("parent_run_id").filter(run::equals).isPresent())
                .map(each -> each.string("run_id"));
        return Stream.concat(Stream.of(run), below);
    }

    private Stream<JsonObject> found(String run, String state) {
        HttpCall call = HttpCall.get("v1", "runs", run, "operations").query("state", state);
        return Pages.all(server.client(), call, "operations", MOST).stream();
    }

    private void end(JsonObject operation) {
        server.finish(new FinishRequest(
                operation.string("run_id"),
                operation.string("operation_id"),
                operation.integer("attempt"),
                operation.string("worker"),
                FinishFacts.of(outcome(operation)).withError(Takeover.LET_THROUGH)));
    }

    /** Cancelled, where a stop wanted it to end. */
    static Outcome outcome(JsonObject operation) {
        return operation.has("cancelled_by") ? Outcome.CANCELLED : Outcome.FAILED;
    }
}
