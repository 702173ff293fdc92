package dev.quietus.client;

import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.time.Instant;

/**
 * One piece of consequential work to be accepted. Accepting the same again gets the same answer.
 *
 * @param runId the run it belongs to
 * @param operationId its stable id, chosen by the caller
 * @param members the body of the call: the id and what the builder was told
 */
public record OperationRequest(String runId, String operationId, JsonObject members) {

    /**
     * Checks the identifiers.
     *
     * @throws IllegalArgumentException if one is not 1 to 200 printable ASCII characters
     */
    public OperationRequest {
        Identifiers.check("run_id", runId);
        Identifiers.check("operation_id", operationId);
    }

    /**
     * The members inside a begin, which names the operation, the lease and the epoch itself; there
     * the server refuses them as unknown.
     */
    JsonObject work() {
        return members.without("operation_id").without("lease").without("revocation_epoch");
    }

    /**
     * A builder for the operation {@code operationId} of the run {@code runId}.
     *
     * @param tool what is called, such as {@code deployment.reserve_preview}
     */
    public static Builder builder(String runId, String operationId, String tool) {
        return new Builder(runId, operationId, tool);
    }

    /** Puts a request together. For one thread, and for one {@link #build()}. */
    public static final class Builder {

        private final String runId;
        private final String operationId;
        private final JsonObject.Builder members = JsonObject.builder();

        private Builder(String runId, String operationId, String tool) {
            this.runId = runId;
            this.operationId = operationId;
            members.put("operation_id", operationId).put("tool", tool);
        }

        /** The lease and epoch that the work is stamped with. */
        public Builder authority(String lease, long revocationEpoch) {
            members.put("lease", lease).put("revocation_epoch", revocationEpoch);
            return this;
        }

        /**
         * What kind of work it is: {@code tool_call} (the server's default), {@code message},
         * {@code retry}, {@code timer}, {@code callback}, {@code model_request} or
         * {@code local_command}.
         */
        public Builder kind(String kind) {
            members.put("kind", kind);
            return this;
        }

        /** The declared provider that does the work. */
        public Builder provider(String provider) {
            members.put("provider", provider);
            return this;
        }

        /** The built-in queue it waits in, for {@link Quietus#claim}. */
        public Builder queue(String queue) {
            members.put("queue", queue);
            return this;
        }

        /** The digest of the arguments, such as {@code sha256:…}. */
        public Builder argumentsDigest(String digest) {
            members.put("arguments_digest", digest);
            return this;
        }

        /**
         * Names the business operation across attempts and resumed runs; else the operation's id.
         */
        public Builder idempotencyKey(String key) {
            members.put("idempotency_key", key);
            return this;
        }

        /** When the work is worthless if it has not begun. */
        public Builder expiresAt(Instant time) {
            members.put("expires_at", time);
            return this;
        }

        /** When the work is due at the earliest. */
        public Builder notBefore(Instant time) {
            members.put("not_before", time);
            return this;
        }

        /** Waits for a person's approval before it can begin. */
        public Builder requiresApproval() {
            members.put("requires_approval", true);
            return this;
        }

        /** Whether the work changes anything outside. */
        public Builder effects(ExpectedEffects effects) {
            members.put("effects", effects.wireName());
            return this;
        }

        /** Any other member of the API. */
        public Builder member(String name, JsonValue value) {
            members.put(name, value);
            return this;
        }

        /**
         * The request.
         *
         * @throws IllegalArgumentException if an identifier is not sound
         */
        public OperationRequest build() {
            return new OperationRequest(runId, operationId, members.build());
        }
    }
}
