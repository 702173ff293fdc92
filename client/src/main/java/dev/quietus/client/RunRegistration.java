package dev.quietus.client;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The wish to register a run. Registering the same again gets the same answer, other content under
 * the same id is refused with 409.
 *
 * @param runId the run's id; chosen by the caller or the builder, so that a lost answer can be
 *     asked for again
 * @param parentRunId the run whose authority this one shares, and loses with it
 * @param taskId what the run is for
 * @param owner who is asked when something stays unknown
 * @param capabilities patterns of tools that the run may use; contained in the parent's
 * @param validUntil the end of the lease; not later than the parent's
 * @param labels free marks, by which many runs can be stopped at once
 * @param resumes the stopped run that this one goes on from
 */
public record RunRegistration(
        String runId,
        Optional<String> parentRunId,
        Optional<String> taskId,
        Optional<String> owner,
        List<String> capabilities,
        Optional<Instant> validUntil,
        Map<String, String> labels,
        Optional<String> resumes) {

    /**
     * Checks the identifiers.
     *
     * @throws IllegalArgumentException if one is not 1 to 200 printable ASCII characters
     */
    public RunRegistration {
        Identifiers.check("run_id", runId);
        Identifiers.check("parent_run_id", parentRunId);
        Identifiers.check("resumes", resumes);
        capabilities = List.copyOf(capabilities);
        labels = Map.copyOf(labels);
    }

    /** A builder with a fresh run id. */
    public static Builder builder() {
        return new Builder();
    }

    JsonObject body() {
        JsonObject.Builder body = JsonObject.builder()
                .put("run_id", runId)
                .putIfPresent("parent_run_id", parentRunId)
                .putIfPresent("task_id", taskId)
                .putIfPresent("owner", owner);
        if (!capabilities.isEmpty()) {
            body.put("capabilities", JsonArray.ofStrings(capabilities));
        }
        body.putIfPresent("valid_until", validUntil);
        if (!labels.isEmpty()) {
            JsonObject.Builder marks = JsonObject.builder();
            new TreeMap<>(labels).forEach(marks::put);
            body.put("labels", marks.build());
        }
        return body.putIfPresent("resumes", resumes).build();
    }

    /** Puts a registration together. For one thread. */
    public static final class Builder {

        private String runId = "run-" + UUID.randomUUID();
        private Optional<String> parentRunId = Optional.empty();
        private Optional<String> taskId = Optional.empty();
        private Optional<String> owner = Optional.empty();
        private final List<String> capabilities = new ArrayList<>();
        private Optional<Instant> validUntil = Optional.empty();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private Optional<String> resumes = Optional.empty();

        private Builder() {}

        /** The run's id, in place of a fresh one. */
        public Builder runId(String id) {
            runId = id;
            return this;
        }

        /** The parent run. */
        public Builder parentRunId(String id) {
            parentRunId = Optional.of(id);
            return this;
        }

        /** What the run is for. */
        public Builder taskId(String id) {
            taskId = Optional.of(id);
            return this;
        }

        /** Who is asked when something stays unknown. */
        public Builder owner(String name) {
            owner = Optional.of(name);
            return this;
        }

        /** One more pattern of tools that the run may use, such as {@code deployment.*}. */
        public Builder capability(String pattern) {
            capabilities.add(pattern);
            return this;
        }

        /** The end of the lease. */
        public Builder validUntil(Instant time) {
            validUntil = Optional.of(time);
            return this;
        }

        /** One more label. */
        public Builder label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        /** The stopped run that this one goes on from. */
        public Builder resumes(String id) {
            resumes = Optional.of(id);
            return this;
        }

        /**
         * The registration.
         *
         * @throws IllegalArgumentException if an identifier is not sound
         */
        public RunRegistration build() {
            return new RunRegistration(
                    runId, parentRunId, taskId, owner, capabilities, validUntil, labels, resumes);
        }
    }
}
