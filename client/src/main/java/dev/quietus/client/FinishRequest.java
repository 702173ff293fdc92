package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

/**
 * The result of an attempt. A late one is accepted and recorded like any other.
 *
 * @param runId the run
 * @param operationId the operation
 * @param attempt the attempt's number from begin
 * @param worker who worked
 * @param facts what is known
 */
public record FinishRequest(
        String runId, String operationId, long attempt, String worker, FinishFacts facts) {

    /**
     * Checks the identifiers.
     *
     * @throws IllegalArgumentException if one is not sound
     */
    public FinishRequest {
        Identifiers.check("run_id", runId);
        Identifiers.check("operation_id", operationId);
        Identifiers.check("worker", worker);
    }

    JsonObject body() {
        JsonObject.Builder body =
                JsonObject.builder().put("attempt", attempt).put("worker", worker);
        facts.putInto(body);
        return body.build();
    }
}
