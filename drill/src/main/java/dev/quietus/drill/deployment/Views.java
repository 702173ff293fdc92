package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/** The JSON of jobs and reservations. Called with the lock of the {@link Register} held. */
final class Views {
    private final Register register;
    private final Workshop workshop;

    Views(Register register, Workshop workshop) {
        this.register = register;
        this.workshop = workshop;
    }

    /** A job as the public sees it, which may be a lie. */
    JsonObject preview(PreviewJob job) {
        boolean lie = claimsCancelled(job);
        return preview(job, lie ? JobState.CANCELLED.wire() : job.state().wire(), showsEnd(job));
    }

    /** A job as it is. */
    JsonObject truth(PreviewJob job) {
        return preview(job, job.state().wire(), job.state().ended());
    }

    /** Tells whether the public is shown that the job has ended. */
    boolean showsEnd(PreviewJob job) {
        return job.state().ended() || claimsCancelled(job);
    }

    /** A reservation. */
    static JsonObject reservation(Reservation it) {
        return JsonObject.builder()
                .put("effect_id", it.effectId())
                .put("run_id", it.runId())
                .put("operation_id", it.operationId())
                .put("preview_id", it.previewId())
                .put("environment", it.environment())
                .put("at", it.at())
                .put("version", it.version())
                .putIfPresent("changed_by", it.changedBy())
                .putIfPresent("undone_at", it.undoneAt())
                .build();
    }

    /** The views of many. */
    static <T> JsonArray list(Collection<T> all, Function<T, JsonObject> view) {
        return JsonArray.of(all.stream().map(view).toList());
    }

    private boolean claimsCancelled(PreviewJob job) {
        return job.cancel().accepted()
                && register.behaviours().of(Optional.of(job.runId())).on(Behaviour.CLAIM_CANCELLED);
    }

    private JsonObject preview(PreviewJob job, String state, boolean ended) {
        return JsonObject.builder()
                .put("preview_id", job.previewId())
                .put("run_id", job.runId())
                .put("operation_id", job.order().operationId())
                .put("idempotency_key", job.order().idempotencyKey())
                .put("commit", job.order().commit())
                .put("environment", job.order().environment())
                .put("state", state)
                .put("ended", ended)
                .put("cancel_accepted", job.cancel().accepted())
                .put("held", workshop.holds(job.previewId()))
                .put("accepted_at", job.acceptedAt())
                .put("state_since", job.stateSince())
                .putIfPresent("effect_id", job.effectId())
                .build();
    }
}
