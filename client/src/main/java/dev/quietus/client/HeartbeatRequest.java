package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/**
 * A worker's sign of life, with what it knows by now.
 *
 * @param runId the run
 * @param operationId the operation
 * @param attempt the attempt's number from begin
 * @param worker who works
 * @param sent how far the request to the provider has come
 * @param providerJob the provider's own id of the job
 * @param detail what else is known, for people; kept in an event, so not for every beat
 */
public record HeartbeatRequest(
        String runId,
        String operationId,
        long attempt,
        String worker,
        Optional<SendState> sent,
        Optional<String> providerJob,
        Optional<String> detail) {

    /** A sign of life with nothing for people. */
    public HeartbeatRequest(
            String runId,
            String operationId,
            long attempt,
            String worker,
            Optional<SendState> sent,
            Optional<String> providerJob) {
        this(runId, operationId, attempt, worker, sent, providerJob, Optional.empty());
    }

    /**
     * Checks the identifiers.
     *
     * @throws IllegalArgumentException if one is not sound
     */
    public HeartbeatRequest {
        Identifiers.check("run_id", runId);
        Identifiers.check("operation_id", operationId);
        Identifiers.check("worker", worker);
        Identifiers.check("provider_job", providerJob);
    }

    JsonObject body() {
        return JsonObject.builder()
                .put("attempt", attempt)
                .put("worker", worker)
                .putIfPresent("sent", sent.map(SendState::wireName))
                .putIfPresent("provider_job", providerJob)
                .putIfPresent("detail", detail)
                .build();
    }
}
