package dev.quietus.core.authority;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rule that decides whether work may start: a pure function of the state read in the
 * transaction. {@code path} is the run itself and the runs its authority hangs on, itself first.
 */
public final class Authority {
    private Authority() {}

    /**
     * Decides about accepting work, or about work that is not accepted yet. Start conditions of the
     * operation itself (approval, earlier outcomes) are not looked at.
     *
     * @param path the run and its ancestors, empty when there is no such run
     * @param claimed what the caller says it acts under
     * @param work what it wants to do
     * @param now ledger time
     */
    public static Decision mayAccept(List<Run> path, Claimed claimed, Work work, Instant now) {
        Decision run = mayAct(path, claimed, Optional.empty(), work.expiresAt(), now);
        if (!run.allowed()) {
            return run;
        }
        if (!cancelledRun(path.getFirst()).allowed()) {
            return Decision.DENY_CANCELLED;
        }
        return allows(path, work.tool().value()) ? Decision.ALLOW : Decision.DENY_CAPABILITY;
    }

    /**
     * Decides about starting accepted work.
     *
     * @param path the run and its ancestors
     * @param claimed what the caller says it acts under
     * @param operation the accepted operation
     * @param others other operations under the same business key, in this run and in those it
     *     resumes
     * @param now ledger time
     */
    public static Decision mayBegin(
            List<Run> path,
            Claimed claimed,
            Operation operation,
            List<Operation> others,
            Instant now) {
        Decision run = mayAct(
                path, claimed, Optional.of(operation.epoch()), operation.work().expiresAt(), now);
        if (!run.allowed()) {
            return run;
        }
        if (!cancelledRun(path.getFirst()).allowed()
                || operation.cancelledBy().isPresent()
                || operation.execution() == ExecutionState.CANCELLED_BEFORE_START) {
            return Decision.DENY_CANCELLED;
        }
        if (!allows(path, operation.work().tool().value())) {
            return Decision.DENY_CAPABILITY;
        }
        if (operation.execution() == ExecutionState.AWAITING_APPROVAL
                || operation.execution() == ExecutionState.REJECTED) {
            return Decision.DENY_NOT_APPROVED;
        }
        boolean unclear = operation.execution() == ExecutionState.RUNNING
                || operation.execution() == ExecutionState.OUTCOME_UNKNOWN
                || operation.heldUnknown()
                || others.stream().anyMatch(Authority::outcomeUnclear);
        return unclear ? Decision.DENY_OUTCOME_UNKNOWN : Decision.ALLOW;
    }

    /** Tells whether a run above, or the run itself, has lost its authority to a stop. */
    public static boolean revoked(List<Run> path) {
        return path.stream().anyMatch(run -> run.lease().revoked());
    }

    /** Tells whether a scoped stop took this tool from the run or from one above. */
    public static boolean toolStopped(List<Run> path, String tool) {
        return path.stream()
                .flatMap(run -> run.stoppedTools().stream())
                .anyMatch(pattern -> pattern.matches(tool));
    }

    private static Decision mayAct(
            List<Run> path,
            Claimed claimed,
            Optional<Long> stamp,
            Optional<Instant> expiresAt,
            Instant now) {
        if (path.isEmpty()) {
            return Decision.DENY_UNKNOWN_RUN;
        }
        Run self = path.getFirst();
        if (revoked(path.subList(1, path.size()))) {
            return Decision.DENY_PARENT_REVOKED;
        }
        boolean staleStamp = stamp.filter(epoch -> epoch < self.epoch()).isPresent();
        boolean staleEpoch =
                claimed.epoch().filter(epoch -> epoch != self.epoch()).isPresent();
        boolean foreignLease = claimed.lease()
                .filter(lease -> !lease.equals(self.lease().id()))
                .isPresent();
        if (staleStamp || staleEpoch || foreignLease) {
            return Decision.DENY_STALE_EPOCH;
        }
        if (path.stream().anyMatch(run -> leaseOver(run, now))) {
            return Decision.DENY_LEASE_EXPIRED;
        }
        if (expiresAt.filter(at -> !now.isBefore(at)).isPresent()) {
            return Decision.DENY_OPERATION_EXPIRED;
        }
        return Decision.ALLOW;
    }

    private static boolean leaseOver(Run run, Instant now) {
        return run.lease().expired(now)
                || run.state() == RunState.COMPLETED
                || run.state() == RunState.EXPIRED;
    }

    private static Decision cancelledRun(Run self) {
        return self.lease().revoked() ? Decision.DENY_CANCELLED : Decision.ALLOW;
    }

    /** Every lease on the path must allow it, so that a wider child could never gain anything. */
    private static boolean allows(List<Run> path, String tool) {
        return path.stream().allMatch(run -> run.lease().capabilities().allow(tool))
                && !toolStopped(path, tool);
    }

    private static boolean outcomeUnclear(Operation other) {
        return other.execution() == ExecutionState.RUNNING || other.unsettled();
    }
}
