package dev.quietus.drill.deployment;

import java.time.Instant;
import java.util.Optional;

/**
 * A preview job as it stands. Immutable; a change makes a new one.
 *
 * @param previewId the service's name of the job, for example {@code preview-7712}
 * @param order what was asked for
 * @param state how far it has come
 * @param stateSince when it came into the state
 * @param cancel what became of the requests to cancel it
 * @param acceptedAt when it was accepted
 * @param effectId its reservation, once it has passed its commit point
 */
record PreviewJob(
        String previewId,
        PreviewOrder order,
        JobState state,
        Instant stateSince,
        CancelRequest cancel,
        Instant acceptedAt,
        Optional<String> effectId) {

    static PreviewJob accepted(String previewId, PreviewOrder order, Instant at) {
        return new PreviewJob(
                previewId,
                order,
                JobState.PENDING,
                at,
                new CancelRequest.None(),
                at,
                Optional.empty());
    }

    String runId() {
        return order.runId();
    }

    PreviewJob moved(JobState to, Instant at) {
        return new PreviewJob(previewId, order, to, at, cancel, acceptedAt, effectId);
    }

    PreviewJob reserved(String effect, Instant at) {
        return new PreviewJob(
                previewId, order, JobState.RESERVED, at, cancel, acceptedAt, Optional.of(effect));
    }

    PreviewJob asked(CancelRequest request) {
        return new PreviewJob(previewId, order, state, stateSince, request, acceptedAt, effectId);
    }
}
