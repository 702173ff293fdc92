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
     * @param profile what its provider declares
     * @param observation what was seen
     * @param begunAt when the question was asked, ledger time
     * @return the settled state, or empty where it must be looked at again
     */
    public static Optional<SettledState> judge(
            Operation operation,
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
                absenceProves(operation, profile, absent.job(), begunAt)
                        ? Optional.of(SettledState.CANCELLED_WITHOUT_EFFECT)
                        : Optional.empty();
        };
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
        boolean ended = job == Observation.JobState.ENDED
                || operation.looking().jobEndedAt().isPresent();
        if (ended
                || result.isPresent()
                        && !(profile.showsEnd() && job == Observation.JobState.SEEN)) {
            return true;
        }
        if (profile.fencesEpoch()
                && operation.cancelledBy().isPresent()
                && !operation.jobArrived()) {
            return true;
        }
        boolean arrived = operation.jobArrived() || job == Observation.JobState.SEEN;
        boolean counts = cancelTaken(operation) && (arrived || workerIsOut(operation));
        boolean notSent = operation
                .attempt()
                .filter(each -> each.sent() == Attempt.Sent.NOT_SENT)
                .isPresent();
        return notSent || counts && !(profile.showsEnd() && job == Observation.JobState.SEEN);
    }

    /** An observation counts only if it was begun after all of these. */
    private static Instant latestEnd(Operation operation) {
        Instant latest = result(operation).map(Attempt.Result::finishedAt).orElse(Instant.MIN);
        if (operation.cancelRequest() instanceof CancelRequest.Answered answered
                && answered.answeredAt().isAfter(latest)) {
            latest = answered.answeredAt();
        }
        return latest;
    }

    /** The provider took the cancel, or says that the job has ended. */
    private static boolean cancelTaken(Operation operation) {
        return operation.cancelRequest() instanceof CancelRequest.Answered answered
                && (answered.response().equals("accepted")
                        || answered.response().equals("already_ended"));
    }

    private static boolean workerIsOut(Operation operation) {
        return operation.attempt().filter(Attempt::workerIsOut).isPresent();
    }

    private static Optional<Attempt.Result> result(Operation operation) {
        return operation.attempt().flatMap(Attempt::result);
    }
}
