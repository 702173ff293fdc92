package dev.quietus.core.barrier;

import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The durable record of one stop, written before anything is cancelled; any node can carry it on.
 *
 * @param id its id
 * @param tree the tree of the run
 * @param run the run that was stopped
 * @param selector which of its work
 * @param requestedAt ledger time of the stop
 * @param requestedBy who pressed stop, from the token
 * @param reason why, in the operator's words
 * @param newEpoch the run's revocation epoch from the stop on
 * @param settleTimeout the operator's own budget, where one was given
 * @param minimumQuiet the operator's own quiet period; the longest one involved counts
 * @param state its step
 * @param claim who works on it
 * @param lamps the four lamps
 * @param lastActivityAt when anything of its scope last moved
 * @param tally what it has counted
 * @param revision the revision of its newest receipt, 0 for none
 * @param certifiedAt when its newest receipt was issued
 * @param nextStepAt when the engine should look at it again
 */
public record Barrier(
        BarrierId id,
        TreeId tree,
        RunId run,
        Selector selector,
        Instant requestedAt,
        String requestedBy,
        String reason,
        long newEpoch,
        Optional<Duration> settleTimeout,
        Optional<Duration> minimumQuiet,
        BarrierState state,
        Claim claim,
        Lamps lamps,
        Instant lastActivityAt,
        Tally tally,
        int revision,
        Optional<Instant> certifiedAt,
        Instant nextStepAt) {

    /**
     * Who works on a barrier; a write under an older number is refused (fencing).
     *
     * @param number grows by one with every claim
     * @param until until when it is held; in the past when nobody holds it
     */
    public record Claim(long number, Instant until) {}

    /** How this barrier's newest claim signs what it asks of providers. */
    public String asker() {
        return id + "#" + claim.number();
    }

    /**
     * Tells whether its selector takes this operation in.
     *
     * @param operation an operation of the stopped run or of a run below it
     */
    public boolean covers(Operation operation) {
        return covers(operation.key(), operation.work().tool());
    }

    /** The same for work that may not have been accepted. */
    public boolean covers(OperationKey key, ToolName tool) {
        return switch (selector) {
            case Selector.Everything() -> true;
            case Selector.OneOperation(var operation) ->
                run.equals(key.run()) && operation.equals(key.operation());
            case Selector.Tools(var pattern) -> pattern.matches(tool.value());
        };
    }

    /** The same after {@code event}. */
    public Barrier moved(BarrierState.Event event) {
        return with(
                BarrierState.TABLE.require(state, event),
                claim,
                lamps,
                lastActivityAt,
                tally,
                nextStepAt);
    }

    /** The same with other lamps. */
    public Barrier withLamps(Lamps next) {
        return with(state, claim, next, lastActivityAt, tally, nextStepAt);
    }

    /** The same with other counts. */
    public Barrier withTally(Tally next) {
        return with(state, claim, lamps, lastActivityAt, next, nextStepAt);
    }

    /** The same after something moved at {@code at}; the engine is to look at it at once. */
    public Barrier active(Instant at) {
        return with(
                state, claim, lamps, at.isAfter(lastActivityAt) ? at : lastActivityAt, tally, at);
    }

    /** The same, to be looked at again at {@code at}. */
    public Barrier nextStepAt(Instant at) {
        return with(state, claim, lamps, lastActivityAt, tally, at);
    }

    /** The same under another claim. */
    public Barrier claimed(Claim next) {
        return with(state, next, lamps, lastActivityAt, tally, nextStepAt);
    }

    /** The same with one more receipt. */
    public Barrier issued(Instant at) {
        return new Barrier(
                id,
                tree,
                run,
                selector,
                requestedAt,
                requestedBy,
                reason,
                newEpoch,
                settleTimeout,
                minimumQuiet,
                state,
                claim,
                lamps,
                lastActivityAt,
                tally,
                revision + 1,
                Optional.of(at),
                nextStepAt);
    }

    private Barrier with(
            BarrierState nextState,
            Claim nextClaim,
            Lamps nextLamps,
            Instant activity,
            Tally counts,
            Instant next) {
        return new Barrier(
                id,
                tree,
                run,
                selector,
                requestedAt,
                requestedBy,
                reason,
                newEpoch,
                settleTimeout,
                minimumQuiet,
                nextState,
                nextClaim,
                nextLamps,
                activity,
                counts,
                revision,
                certifiedAt,
                next);
    }
}
