package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What somebody asks a preview for.
 *
 * @param runId the run on whose behalf
 * @param operationId the operation
 * @param idempotencyKey names the business operation: one key, one job
 * @param commit the commit to show
 * @param environment the shared environment to reserve
 * @param revocationEpoch the epoch that the work was stamped with, if it said so
 */
record PreviewOrder(
        String runId,
        String operationId,
        String idempotencyKey,
        String commit,
        String environment,
        OptionalLong revocationEpoch) {
    private static final String ID = "[\\x21-\\x7e]{1,200}";

    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when a text is not 1 to 200 printable ASCII characters
     *     without spaces
     */
    PreviewOrder {
        checkId("run_id", runId);
        checkId("operation_id", operationId);
        checkId("idempotency_key", idempotencyKey);
        checkId("commit", commit);
        checkId("environment", environment);
    }

    /**
     * Reads the request for a preview.
     *
     * @throws JsonException when a member is missing or no text
     * @throws IllegalArgumentException when a text has the wrong form
     */
    static PreviewOrder of(Request request) {
        JsonObject body = request.body();
        return new PreviewOrder(
                body.string("run_id"),
                body.string("operation_id"),
                body.string("idempotency_key"),
                body.string("commit"),
                body.string("environment"),
                epoch(request.header("quietus-revocation-epoch")));
    }

    /** Tells whether this is the same business operation with the same arguments. */
    boolean asksTheSameAs(PreviewOrder other) {
        return commit.equals(other.commit) && environment.equals(other.environment);
    }

    static void checkId(String what, String value) {
        if (!value.matches(ID)) {
            throw new IllegalArgumentException(
                    what + " must be 1 to 200 printable ASCII characters without spaces");
        }
    }

    private static OptionalLong epoch(Optional<String> header) {
        if (header.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!header.get().matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("quietus-revocation-epoch must be a whole number");
        }
        return OptionalLong.of(Long.parseLong(header.get()));
    }
}
