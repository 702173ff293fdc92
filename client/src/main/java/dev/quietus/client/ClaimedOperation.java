package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

/**
 * An operation from a built-in queue that is begun for this worker: start now.
 *
 * @param runId the run it belongs to
 * @param lease the run's lease
 * @param revocationEpoch the run's epoch at the decision
 * @param operationId the operation
 * @param attempt the attempt's number, to be carried by heartbeats and finish
 * @param worker who claimed it
 * @param operation the operation as the server knows it
 * @param raw the whole answer
 */
public record ClaimedOperation(
        String runId,
        String lease,
        long revocationEpoch,
        String operationId,
        long attempt,
        String worker,
        JsonObject operation,
        JsonObject raw) {

    static ClaimedOperation of(ClaimRequest request, JsonObject answer) {
        JsonObject operation = answer.object("operation");
        JsonObject run = answer.object("run");
        return new ClaimedOperation(
                run.string("run_id"),
                run.string("lease"),
                run.integer("revocation_epoch"),
                operation.string("operation_id"),
                answer.integer("attempt"),
                request.worker(),
                operation,
                answer);
    }
}
