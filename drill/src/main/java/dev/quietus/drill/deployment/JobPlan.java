package dev.quietus.drill.deployment;

import java.time.Duration;
import java.time.Instant;

/**
 * The rule by which a job goes on: a pure function of the job, what is asked of it and the time.
 *
 * @param pace how long the phases last for this job
 * @param behaviours what holds for the job's run
 * @param waitLimit the longest time that anything is waited for
 */
record JobPlan(Pace pace, Behaviours behaviours, Duration waitLimit) {

    /** What the job does next. */
    sealed interface Step {
        /** Something happens to it now. */
        record Happens(JobEvent event) implements Step {}

        /** Nothing happens before this time, unless the job or its behaviours change. */
        record WaitsUntil(Instant time) implements Step {}

        /** It stands before its commit point until it is released. */
        record IsHeld() implements Step {}

        /** It has ended. */
        record Ended() implements Step {}
    }

    /**
     * The next step.
     *
     * @param job the job as it stands
     * @param released whether the job was held and has been released
     * @param now the time
     */
    Step next(PreviewJob job, boolean released, Instant now) {
        return switch (job.state()) {
            case READY, CANCELLED, FAILED -> new Step.Ended();
            case RESERVED -> at(job.stateSince().plus(pace.reserved()), JobEvent.PUBLISHED, now);
            case PENDING, BUILDING -> beforeCommit(job, released, now);
        };
    }

    private Step beforeCommit(PreviewJob job, boolean released, Instant now) {
        return switch (job.cancel()) {
            case CancelRequest.CommitsLate late
            when !behaviours.on(Behaviour.NEVER_COMMIT) ->
                at(lateCommitAt(late), JobEvent.COMMITTED, now);
            case CancelRequest.Honoured _, CancelRequest.CommitsLate _ ->
                at(phaseEndsAt(job), JobEvent.CANCEL_HONOURED, now);
            case CancelRequest.None _, CancelRequest.Ignored _ -> {
                if (now.isBefore(phaseEndsAt(job))) {
                    yield new Step.WaitsUntil(phaseEndsAt(job));
                }
                yield job.state() == JobState.PENDING
                        ? new Step.Happens(JobEvent.BUILD_STARTED)
                        : commitPoint(released);
            }
        };
    }

    private Step commitPoint(boolean released) {
        if (behaviours.on(Behaviour.NEVER_COMMIT)) {
            return new Step.Happens(JobEvent.GIVEN_UP);
        }
        if (behaviours.on(Behaviour.HOLD_BEFORE_COMMIT) && !released) {
            return new Step.IsHeld();
        }
        return new Step.Happens(JobEvent.COMMITTED);
    }

    /** After the delay, but not before somebody was shown nothing; in the end without that. */
    private Instant lateCommitAt(CancelRequest.CommitsLate late) {
        Instant due = late.at().plusMillis(late.delayMs());
        Instant last = late.at().plus(waitLimit);
        return late.observedAt()
                .map(seen -> seen.isAfter(due) ? seen : due)
                .orElse(last.isAfter(due) ? last : due);
    }

    private Instant phaseEndsAt(PreviewJob job) {
        return job.stateSince()
                .plus(job.state() == JobState.PENDING ? pace.pending() : pace.building());
    }

    private static Step at(Instant due, JobEvent event, Instant now) {
        return now.isBefore(due) ? new Step.WaitsUntil(due) : new Step.Happens(event);
    }
}
