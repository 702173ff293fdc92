package dev.quietus.cli.undo;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.files.UnitFolder;

import java.time.Duration;
import java.util.Optional;

/**
 * An undo on the server: an operation of its own with an owner, recorded as running before the
 * first file is touched. The same undo on the same machine is the same worker with the same
 * request, so that one that was cut off goes on as the same attempt.
 */
public final class UndoRecord {
    private static final Duration SILENCE = Duration.ofHours(1);

    private final Quietus server;
    private final String worker;

    /**
     * Prepares it.
     *
     * @param server where it is recorded
     * @param unit what is undone
     */
    public UndoRecord(Quietus server, UnitFolder unit) {
        this.server = server;
        this.worker = "undo-" + Digests.sha256(unit.path().toString()).substring(0, 16);
    }

    /**
     * An undo that may be carried out.
     *
     * @param run the run of the undo
     * @param operation the undo
     * @param attempt its attempt
     */
    public record Begun(String run, String operation, long attempt) {
        /** {@code RUN/OPERATION}. */
        public String address() {
            return run + "/" + operation;
        }
    }

    /**
     * Opens and begins it.
     *
     * @param run the run of what is undone
     * @param operation what is undone
     * @throws CommandException if authority refused
     */
    public Begun begin(String run, String operation, Optional<String> reason) {
        JsonObject.Builder body =
                JsonObject.builder().put("run_id", run).put("performed_by", "asker");
        reason.ifPresent(text -> body.put("reason", text));
        JsonObject answer =
                answered(HttpCall.post(body.build(), "v1", "operations", operation, "undo"));
        JsonObject undo = answer.object("undo");
        String undoRun = undo.string("run_id");
        String undoOperation = undo.string("operation_id");
        boolean cutOff =
                undo.optionalString("state").filter("outcome_unknown"::equals).isPresent()
                        && undo.optionalString("worker").filter(worker::equals).isPresent();
        if (cutOff) {
            return new Begun(undoRun, undoOperation, undo.integer("attempt"));
        }
        JsonObject authority = server.run(undoRun);
        BeginAnswer begun = server.begin(new BeginRequest(
                undoRun,
                undoOperation,
                authority.string("lease"),
                authority.integer("revocation_epoch"),
                worker,
                undoOperation,
                Optional.of(SILENCE),
                Optional.empty()));
        return switch (begun) {
            case BeginAnswer.Allowed(long attempt, long _, JsonObject _) ->
                new Begun(undoRun, undoOperation, attempt);
            case BeginAnswer.Denied denied ->
                throw new CommandException(
                        Exit.REFUSED, "undo: not started: " + SafeText.of(denied.inWords()));
            case BeginAnswer.AlreadyFinished(JsonObject _) ->
                throw new CommandException(
                        Exit.ERROR,
                        "undo: " + undoRun + "/" + undoOperation
                                + " has ended meanwhile; ask again");
        };
    }

    private JsonObject answered(HttpCall call) {
        return server.client().call(call) instanceof HttpAnswer.Answered answer
                ? answer.object()
                : JsonObject.empty();
    }

    /**
     * Records what it came to.
     *
     * @param whole whether everything is taken back
     * @param summary in one line
     */
    public void end(Begun begun, boolean whole, String summary) {
        FinishFacts facts = new FinishFacts(
                whole ? Outcome.SUCCEEDED : Outcome.FAILED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                whole ? Optional.empty() : Optional.of(summary),
                Optional.of(summary),
                Optional.empty());
        server.finish(
                new FinishRequest(begun.run(), begun.operation(), begun.attempt(), worker, facts));
    }
}
