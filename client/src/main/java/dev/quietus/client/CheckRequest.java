package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/**
 * The question whether work could begin now; nothing is recorded, so the answer allows nothing.
 *
 * @param runId the run
 * @param lease the lease that the work is stamped with
 * @param revocationEpoch the epoch that the work is stamped with
 * @param operationId the operation, if it was accepted
 * @param tool the tool that would be called
 */
public record CheckRequest(
        String runId,
        String lease,
        long revocationEpoch,
        Optional<String> operationId,
        Optional<String> tool) {

    /**
     * Checks the identifiers.
     *
     * @throws IllegalArgumentException if one is not sound
     */
    public CheckRequest {
        Identifiers.check("run_id", runId);
        Identifiers.check("lease", lease);
        Identifiers.check("operation_id", operationId);
    }

    /** The question for an accepted operation. */
    public static CheckRequest ofOperation(
            String runId, String lease, long revocationEpoch, String operationId) {
        return new CheckRequest(
                runId, lease, revocationEpoch, Optional.of(operationId), Optional.empty());
    }

    /** The question for a tool. */
    public static CheckRequest ofTool(
            String runId, String lease, long revocationEpoch, String tool) {
        return new CheckRequest(runId, lease, revocationEpoch, Optional.empty(), Optional.of(tool));
    }

    JsonObject body() {
        return JsonObject.builder()
                .put("run_id", runId)
                .put("lease", lease)
                .put("revocation_epoch", revocationEpoch)
                .putIfPresent("operation_id", operationId)
                .putIfPresent("tool", tool)
                .build();
    }
}
