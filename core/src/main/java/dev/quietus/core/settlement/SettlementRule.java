package dev.quietus.core.settlement;

import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement.SettledState;

import java.time.Instant;
import java.util.Optional;

/**
 * When an operation counts as settled (PROTOCOL.md section 4): a pure function of what is recorded
 * of it and of one observation. It never concludes from silence, and never from a time-out.
 */
public final class SettlementRule {
    private SettlementRule() {}

    /**
     * What one observation settles.
     *
     * @param operation everything recorded of it, before this observation
     * @param revoked whether a stop had taken the authority it acts under when the question was
     *     asked, so that its stamp is stale; a stop of single tools or operations does not
     * @param profile what its provider declares
     * @param observation what was seen
     * @param begunAt when the question was asked, ledger time
     * @return the settled state, or empty where it must be looked at again
     */
    public static Optional<SettledState> judge(
            Operation operation,
            boolean revoked,
            ProviderProfile profile,
            Observation observation,
            Instant begunAt) {
        return switch (observation) {
            case Observation.NotKnown _ -> Optional.empty();
            case Observation.Present present ->
                stillAtWork(operation, profile, present.job())
                        ? Optional.empty()
                        : Optional.of(SettledState.COMPLETED_AND_VERIFIED);
            case Observation.Absent absent ->
                agreedOnNone(operation, absent.job(), begunAt)
                        ? Optional.of(SettledState.ENDED_NO_EFFECT_EXPECTED)
                        : absenceProves(operation, revoked, profile, absent.job(), begunAt)
                                ? Optional.of(SettledState.CANCELLED_WITHOUT_EFFECT)
                                : Optional.empty();
        };
    }

    /**
     * The worker carried the work out and says that it changed nothing, and the authority shows the
     * job at its end with nothing changed: both say the same (decision 13).
     */
    private static boolean agreedOnNone(
            Operation operation, Observation.JobState job, Instant begunAt) {
        return job == Observation.JobState.ENDED
                && !begunAt.isBefore(latestEnd(operation))
                && result(operation)
                        .filter(each -> each.outcome() == Attempt.Outcome.SUCCEEDED
                                && each.effect() == Attempt.ReportedEffect.ABSENT)
                        .isPresent();
    }

    /**
     * An effect that is there is settled, unless the provider can show the end and shows it open.
     */
    private static boolean stillAtWork(
            Operation operation, ProviderProfile profile, Observation.JobState job) {
        boolean ended = job == Observation.JobState.ENDED
                || operation.looking().jobEndedAt().isPresent();
        return profile.showsEnd()
                && job == Observation.JobState.SEEN
                && !ended
                && result(operation).isEmpty()
                && !cancelTaken(operation);
    }

    private static boolean absenceProves(
            Operation operation,
            boolean revoked,
            ProviderProfile profile,
            Observation.JobState job,
            Instant begunAt) {
        if (begunAt.isBefore(latestEnd(operation))) {
            return false;
        }
        Optional<Attempt.Result> result = result(operation);
        if (result.filter(each -> each.outcome() == Attempt.Outcome.SUCCEEDED).isPresent()) {
            return false;
        }
        boolean ownJob = ownJob(operation);
        boolean ended = ownJob
                && (job == Observation.JobState.ENDED
                        || operation.looking().jobEndedAt().isPresent());
        boolean stillSeen = profile.showsEnd() && job == Observation.JobState.SEEN;
        if (ended
                || result.filter(each -> endsTheWork(operation, each)).isPresent() && !stillSeen) {
            return true;
        }
        boolean arrived = operation.jobArrived() || job == Observation.JobState.SEEN;
        if (profile.fencesEpoch() && revoked && !arrived) {
            return true;
        }
        boolean notSent = operation
                .attempt()
                .filter(each -> each.sent() == Attempt.Sent.NOT_SENT)
                .isPresent();
        return notSent || ownJob && cancelTakenWithJob(operation) && !stillSeen;
    }

    /**
     * A worker's own end is the end of the work only where no job of the provider goes on without
     * it: the provider never had one, or the worker saw it end without effect.
     */
    private static boolean endsTheWork(Operation operation, Attempt.Result result) {
        return !operation.jobArrived() || result.effect() == Attempt.ReportedEffect.ABSENT;
    }

    /**
     * Tells whether what the provider shows of a job is of this attempt: a later attempt may still
     * have to send while the job of an earlier one is seen to have ended.
     */
    static boolean ownJob(Operation operation) {
        return operation.attempts() == 1
                || operation.providerJob().isPresent()
                || operation.attempt().filter(Attempt::workerIsOut).isPresent();
    }

    /**
     * Tells whether the quiet period is over since whatever makes an absence count. In a stop every
     * absence is looked at once more after it; outside nobody does, so that the one look that
     * settles must come after it (S4).
     *
     * @param operation everything recorded of it, before this observation
     * @param profile what its provider declares
     * @param observation what was seen
     * @param begunAt when the question was asked, ledger time
     */
    static boolean afterQuiet(
            Operation operation,
            ProviderProfile profile,
            Observation observation,
            Instant begunAt) {
        boolean seenToEndNow = observation.job() == Observation.JobState.ENDED
                && operation.looking().jobEndedAt().isEmpty();
        Instant end = seenToEndNow ? begunAt : latestEnd(operation);
        return !begunAt.isBefore(end.plus(profile.quietPeriod()));
    }

    /** An observation counts only if it was begun after all of these. */
    private static Instant latestEnd(Operation operation) {
        Instant latest = result(operation).map(Attempt.Result::finishedAt).orElse(Instant.MIN);
        if (operation.cancelRequest() instanceof CancelRequest.Answered answered
                && answered.answeredAt().isAfter(latest)) {
            latest = answered.answeredAt();
        }
        Instant seenEnded = operation.looking().jobEndedAt().orElse(Instant.MIN);
        return seenEnded.isAfter(latest) ? seenEnded : latest;
    }

    /** Only a provider that had the job can say that it has ended. */
    private static boolean saysEnded(Operation operation) {
        return operation.cancelRequest() instanceof CancelRequest.Answered answered
                && answered.response().equals("already_ended");
    }

    /** The provider took the cancel, or says that the job has ended. */
    private static boolean cancelTaken(Operation operation) {
        return operation.cancelRequest() instanceof CancelRequest.Answered answered
                && (answered.response().equals("accepted")
                        || answered.response().equals("already_ended"));
    }

    /**
     * The same, from a provider that was known to have the job when it was asked. A yes that came
     * before the job did proves nothing of it, however well the job is known by now.
     */
    private static boolean cancelTakenWithJob(Operation operation) {
        return cancelTaken(operation)
                && operation.cancelRequest() instanceof CancelRequest.Answered answered
                && (answered.withJob() || operation.attempts() == 1 && saysEnded(operation));
    }

    private static Optional<Attempt.Result> result(Operation operation) {
        return operation.attempt().flatMap(Attempt::result);
    }
}
