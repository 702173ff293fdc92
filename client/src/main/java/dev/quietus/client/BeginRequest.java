package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The question at the moment work starts: may this operation begin now?
 *
 * <p>The worker and the request id together mark the attempt: asking again with both the same gets
 * the same answer and no second attempt. So keep the request and ask again after a lost answer.
 *
 * @param runId the run
 * @param operationId the operation
 * @param lease the lease that the work was stamped with
 * @param revocationEpoch the epoch that the work was stamped with
 * @param worker who asks
 * @param requestId the marker of this attempt
 * @param heartbeatTimeout how long the worker may be silent before it is given up; the server takes
 *     half a second to an hour, and 60 s if it is not said
 * @param operation what to accept in the same transaction, if it was not accepted before
 */
public record BeginRequest(
        String runId,
        String operationId,
        String lease,
        long revocationEpoch,
        String worker,
        String requestId,
        Optional<Duration> heartbeatTimeout,
        Optional<OperationRequest> operation) {

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if an identifier is not sound, the epoch is negative, or the
     *     operation to accept is another one
     */
    public BeginRequest {
        Identifiers.check("run_id", runId);
        Identifiers.check("operation_id", operationId);
        Identifiers.check("lease", lease);
        Identifiers.check("worker", worker);
        Identifiers.check("request_id", requestId);
        if (revocationEpoch < 0) {
            throw new IllegalArgumentException(
                    "revocation_epoch: expected 0 or more, found " + revocationEpoch);
        }
        if (heartbeatTimeout.isPresent()) {
            WireTime.requireNotNegative(heartbeatTimeout.get());
        }
        if (operation.isPresent()) {
            OperationRequest accepted = operation.get();
            if (!accepted.runId().equals(runId) || !accepted.operationId().equals(operationId)) {
                throw new IllegalArgumentException("begin of " + runId + "/" + operationId
                        + ": expected to accept the same operation, found " + accepted.runId() + "/"
                        + accepted.operationId());
            }
        }
    }

    /** Begins an operation that was accepted before, with a fresh request id. */
    public static BeginRequest of(
            String runId, String operationId, String lease, long revocationEpoch, String worker) {
        return new BeginRequest(
                runId,
                operationId,
                lease,
                revocationEpoch,
                worker,
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.empty());
    }

    /** Accepts an operation and begins it in one transaction, with a fresh request id. */
    public static BeginRequest accepting(
            OperationRequest operation, RunAuthority authority, String worker) {
        return new BeginRequest(
                operation.runId(),
                operation.operationId(),
                authority.lease(),
                authority.revocationEpoch(),
                worker,
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.of(operation));
    }

    /** The same question with a time-out for heartbeats. */
    public BeginRequest withHeartbeatTimeout(Duration timeout) {
        return new BeginRequest(
                runId,
                operationId,
                lease,
                revocationEpoch,
                worker,
                requestId,
                Optional.of(timeout),
                operation);
    }

    /** The same question with a request id of the caller's own. */
    public BeginRequest withRequestId(String id) {
        return new BeginRequest(
                runId,
                operationId,
                lease,
                revocationEpoch,
                worker,
                id,
                heartbeatTimeout,
                operation);
    }

    JsonObject body() {
        return JsonObject.builder()
                .put("lease", lease)
                .put("revocation_epoch", revocationEpoch)
                .put("worker", worker)
                .put("request_id", requestId)
                .putIfPresent("heartbeat_timeout_seconds", WireTime.seconds(heartbeatTimeout))
                .putIfPresent("operation", operation.map(OperationRequest::work))
                .build();
    }
}
