package dev.quietus.drill.deployment;

import java.time.Instant;
import java.util.Optional;

/**
 * The effect of a preview job: a shared environment that is taken.
 *
 * @param effectId the service's name of it, never used again after an undo
 * @param runId the run that asked for the preview
 * @param operationId the operation that asked for the preview
 * @param previewId the job that wrote it
 * @param environment what is reserved
 * @param at when the job passed its commit point
 * @param version 1 as written by the job; each change by somebody else adds 1
 * @param changedBy who changed it last, if anybody did
 * @param undoneAt when it was taken back, if it was
 */
public record Reservation(
        String effectId,
        String runId,
        String operationId,
        String previewId,
        String environment,
        Instant at,
        long version,
        Optional<String> changedBy,
        Optional<Instant> undoneAt) {

    /** Tells whether the environment is taken now. */
    public boolean present() {
        return undoneAt.isEmpty();
    }

    /** Tells whether somebody else changed it since the job wrote it. */
    public boolean changedSince() {
        return version > 1;
    }

    Reservation changed(String by) {
        return new Reservation(
                effectId,
                runId,
                operationId,
                previewId,
                environment,
                at,
                version + 1,
                Optional.of(by),
                undoneAt);
    }

    Reservation undone(Instant when) {
        return new Reservation(
                effectId,
                runId,
                operationId,
                previewId,
                environment,
                at,
                version,
                changedBy,
                Optional.of(when));
    }
}
