package dev.quietus.drill.peer;

import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Asks {@code begin} and keeps the whole refusal, so that it can be shown as the server wrote it.
 */
final class Starts {
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private final Quietus quietus;
    private final String worker;

    Starts(Quietus quietus, String worker) {
        this.quietus = quietus;
        this.worker = worker;
    }

    /** The decision. Only {@link Allowed} lets work start. */
    sealed interface Answer {

        /**
         * It is durably running: start now.
         *
         * @param operation what is begun
         */
        record Allowed(ClaimedOperation operation) implements Answer {}

        /**
         * It must not start.
         *
         * @param status of the answer
         * @param problem as the server wrote it
         */
        record Refused(int status, JsonObject problem) implements Answer {

            /** The denial; for an operation that has an outcome, the problem's code. */
            String decision() {
                return problem.optionalString("decision")
                        .or(() -> problem.optionalString("code"))
                        .orElse("");
            }
        }
    }

    /**
     * Asks.
     *
     * @param message what the worker was handed, with the authority as it was then
     * @param accept what to accept in the same transaction, if it was not accepted before
     * @throws dev.quietus.client.http.QuietusException when there is no decision; then nothing may
     *     start
     */
    Answer ask(MessageEnvelope message, Optional<OperationRequest> accept) {
        JsonObject body = JsonObject.builder()
                .put("lease", message.lease())
                .put("revocation_epoch", message.revocationEpoch())
                .put("worker", worker)
                .put("request_id", UUID.randomUUID().toString())
                .put("heartbeat_timeout_seconds", Slot.HEARTBEAT_TIMEOUT.toSeconds())
                .putIfPresent("operation", accept.map(Starts::work))
                .build();
        HttpCall call = HttpCall.post(
                body, "v1", "runs", message.runId(), "operations", message.operationId(), "begin");
        try {
            return allowed(message, ((HttpAnswer.Answered) quietus.client().call(call)).object());
        } catch (QuietusProblemException problem) {
            boolean decided = problem.status() == FORBIDDEN || problem.status() == CONFLICT;
            if (decided && problem.problem().isPresent()) {
                return new Answer.Refused(problem.status(), problem.problem().get());
            }
            throw problem;
        }
    }

    /** The work alone: whose it is and under which authority stands beside it. */
    private static JsonObject work(OperationRequest request) {
        return request.members()
                .without("operation_id")
                .without("lease")
                .without("revocation_epoch");
    }

    /** The decision as a peer tells it. */
    static JsonObject.Builder told(Answer answer) {
        JsonObject.Builder told = JsonObject.builder().put("answered_at", Instant.now());
        return switch (answer) {
            case Answer.Allowed(ClaimedOperation operation) ->
                told.put("decision", "allow").put("status", OK).put("attempt", operation.attempt());
            case Answer.Refused refused ->
                told.put("decision", refused.decision())
                        .put("status", refused.status())
                        .put("problem", refused.problem());
        };
    }

    private Answer allowed(MessageEnvelope message, JsonObject answer) {
        return new Answer.Allowed(new ClaimedOperation(
                message.runId(),
                message.lease(),
                answer.integer("revocation_epoch"),
                message.operationId(),
                answer.integer("attempt"),
                worker,
                answer.object("operation"),
                answer));
    }
}
