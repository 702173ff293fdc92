package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Takes requests for previews, and requests to cancel them. */
final class PreviewDesk {
    /** The most jobs that are remembered; then no more are taken until a reset. */
    static final int MAX_JOBS = 10_000;

    private final Register register;
    private final Workshop workshop;
    private final Views views;

    PreviewDesk(Register register, Workshop workshop, Views views) {
        this.register = register;
        this.workshop = workshop;
        this.views = views;
    }

    /** {@code POST /previews}. Called with the lock held. */
    Answer order(Request request) {
        PreviewOrder order = PreviewOrder.of(request);
        Behaviours behaviours = register.behaviours().of(Optional.of(order.runId()));
        Optional<Answer> refusal = fence(order, behaviours);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Answer answer = taken(order, behaviours);
        return behaviours.on(Behaviour.DROP_ANSWER) ? new Answer.None() : answer;
    }

    /** {@code POST /previews/{id}/cancel}. Called with the lock held. */
    Answer cancel(String previewId) {
        Optional<PreviewJob> found = register.job(previewId);
        if (found.isEmpty()) {
            return Answer.problem(404, "unknown_preview", "no such preview: " + previewId);
        }
        PreviewJob job = found.get();
        Behaviours behaviours = register.behaviours().of(Optional.of(job.runId()));
        if (job.state() == JobState.CANCELLED) {
            return accepted(previewId);
        }
        if (job.state().ended()) {
            return refused(job, "already", "ended");
        }
        if (behaviours.on(Behaviour.REFUSE_CANCEL)) {
            return refused(job, "refused", "this job takes no cancel");
        }
        ask(job, behaviours, Register.now());
        return accepted(previewId);
    }

    private Optional<Answer> fence(PreviewOrder order, Behaviours behaviours) {
        OptionalLong fence = behaviours.amount(Behaviour.STALE_EPOCH_FENCE);
        if (fence.isEmpty() || order.revocationEpoch().orElse(-1) >= fence.getAsLong()) {
            return Optional.empty();
        }
        JsonObject body = JsonObject.builder()
                .put("type", "about:blank")
                .put("status", 403)
                .put("code", "stale_revocation_epoch")
                .put("decision", "deny_stale_epoch")
                .put("fence", fence.getAsLong())
                .put("detail", "the revocation epoch is missing or below the fence")
                .build();
        return Optional.of(Answer.json(403, body));
    }

    private Answer taken(PreviewOrder order, Behaviours behaviours) {
        Optional<PreviewJob> same = register.jobByKey(order.idempotencyKey());
        if (same.isPresent()) {
            return same.get().order().asksTheSameAs(order)
                    ? Answer.json(200, views.preview(same.get()))
                    : Answer.problem(
                            409,
                            "idempotency_key_reused",
                            "the key names %s, with other arguments"
                                    .formatted(same.get().previewId()));
        }
        if (register.jobCount() >= MAX_JOBS) {
            return Answer.problem(503, "too_many_jobs", "no more than " + MAX_JOBS + " jobs");
        }
        String previewId = register.accept(order).previewId();
        if (behaviours.on(Behaviour.COMMIT_AT_ONCE) && !behaviours.on(Behaviour.NEVER_COMMIT)) {
            register.commit(previewId);
        }
        workshop.take(previewId);
        return Answer.json(202, views.preview(register.job(previewId).orElseThrow()))
                .with("Location", "/previews/" + previewId);
    }

    /** Decides what the accepted cancel does to the job. A decision that holds is not made anew. */
    private void ask(PreviewJob job, Behaviours behaviours, Instant now) {
        boolean commits = !behaviours.on(Behaviour.NEVER_COMMIT);
        OptionalLong late = behaviours.amount(Behaviour.COMMIT_AFTER_CANCEL_MS);
        switch (job.cancel()) {
            case CancelRequest.Honoured _, CancelRequest.CommitsLate _ -> {}
            case CancelRequest.None _, CancelRequest.Ignored _ -> {
                if (job.state().committed()) {
                    record(job, new CancelRequest.Ignored(now));
                } else if (commits && behaviours.on(Behaviour.COMMIT_DURING_CANCEL)) {
                    record(job, new CancelRequest.Ignored(now));
                    register.commit(job.previewId());
                } else if (commits && late.isPresent()) {
                    record(
                            job,
                            new CancelRequest.CommitsLate(now, late.getAsLong(), Optional.empty()));
                } else if (behaviours.on(Behaviour.IGNORE_CANCEL)) {
                    record(job, new CancelRequest.Ignored(now));
                } else {
                    record(job, new CancelRequest.Honoured(now));
                }
            }
        }
        workshop.wake(job.previewId());
    }

    private void record(PreviewJob job, CancelRequest request) {
        register.record(new JournalEntry.Asked(job.previewId(), request));
    }

    private static Answer accepted(String previewId) {
        return Answer.json(
                202,
                JsonObject.builder()
                        .put("accepted", true)
                        .put("preview_id", previewId)
                        .build());
    }

    private static Answer refused(PreviewJob job, String member, String why) {
        return Answer.json(
                409,
                JsonObject.builder()
                        .put("accepted", false)
                        .put("preview_id", job.previewId())
                        .put(member, why)
                        .build());
    }
}
