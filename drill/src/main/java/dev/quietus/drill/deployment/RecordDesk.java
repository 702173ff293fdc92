package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Shows jobs and reservations, and takes reservations back. Called with the lock held. */
final class RecordDesk {
    private final Register register;
    private final Workshop workshop;
    private final Views views;

    RecordDesk(Register register, Workshop workshop, Views views) {
        this.register = register;
        this.workshop = workshop;
        this.views = views;
    }

    /** {@code GET /previews}: the jobs of a run, of an operation, or all. */
    Answer previews(Request request) {
        List<PreviewJob> jobs = shown(request);
        return Answer.json(
                200,
                JsonObject.builder()
                        .put("items", Views.list(jobs, views::preview))
                        .build());
    }

    /** {@code GET /jobs-ended}: the same, only those that have ended. */
    Answer jobsEnded(Request request) {
        List<PreviewJob> ended = shown(request).stream().filter(views::showsEnd).toList();
        return Answer.json(
                200,
                JsonObject.builder()
                        .put("items", Views.list(ended, views::preview))
                        .build());
    }

    /** {@code GET /previews/{id}}. */
    Answer preview(Request request, String previewId) {
        request.allows();
        Optional<PreviewJob> job = register.job(previewId);
        if (job.isEmpty()) {
            return Answer.problem(404, "unknown_preview", "no such preview: " + previewId);
        }
        JsonObject view = views.preview(job.get());
        markShown(job.get());
        return Answer.json(200, view);
    }

    /**
     * {@code GET /reservations}: what is reserved for a run, for an operation, or at all, and in
     * the same look which jobs there are and which have ended.
     */
    Answer reservations(Request request) {
        List<PreviewJob> jobs = shown(request);
        List<PreviewJob> ended = jobs.stream().filter(views::showsEnd).toList();
        Predicate<Reservation> meant = it -> it.present()
                && matches(request.parameter("run"), it.runId())
                && matches(request.parameter("operation"), it.operationId());
        return Answer.json(
                200,
                JsonObject.builder()
                        .put("items", Views.list(register.reservations(meant), Views::reservation))
                        .put("jobs", Views.list(jobs, views::preview))
                        .put("jobs_ended", Views.list(ended, views::preview))
                        .build());
    }

    /** {@code DELETE /reservations/{effect_id}}: takes back what nobody changed since. */
    Answer undo(String effectId) {
        Optional<Reservation> found = register.reservation(effectId).filter(Reservation::present);
        if (found.isEmpty()) {
            return Answer.problem(404, "unknown_reservation", "no such reservation: " + effectId);
        }
        if (found.get().changedSince()) {
            return Answer.problem(
                    409,
                    "changed_since",
                    "%s was changed by %s and is left as it is"
                            .formatted(effectId, found.get().changedBy().orElse("somebody")));
        }
        register.record(new JournalEntry.Undone(effectId, Register.now()));
        Reservation undone = register.reservation(effectId).orElseThrow();
        return Answer.json(200, Views.reservation(undone));
    }

    /** The jobs that a listing shows; whoever asked has then seen what they have done so far. */
    private List<PreviewJob> shown(Request request) {
        request.allows("run", "operation");
        List<PreviewJob> jobs = register.jobs(job -> matches(request.parameter("run"), job.runId())
                && matches(request.parameter("operation"), job.order().operationId()));
        jobs.forEach(this::markShown);
        return jobs;
    }

    private void markShown(PreviewJob job) {
        if (!job.state().ended()
                && job.cancel() instanceof CancelRequest.CommitsLate late
                && late.observedAt().isEmpty()) {
            register.record(new JournalEntry.Asked(
                    job.previewId(),
                    new CancelRequest.CommitsLate(
                            late.at(), late.delayMs(), Optional.of(Register.now()))));
            workshop.wake(job.previewId());
        }
    }

    private static boolean matches(Optional<String> wanted, String found) {
        return wanted.isEmpty() || wanted.get().equals(found);
    }
}
