package dev.quietus.core.barrier;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.util.List;
import java.util.Optional;

/**
 * Marks the leases of some runs below a stopped one as revoked: a part of the sweep that costs as
 * much as its runs, however large the tree is. They were found to be in its scope behind the stop;
 * none can have left it since, because what has a revoked run above it is not promoted. Safe to
 * repeat: a run is changed and counted once.
 *
 * @param fence the claim
 * @param runs runs of the scope below the stopped one, at most {@link SweepScope#BATCH}
 */
record RevokeBelow(Fence fence, List<RunId> runs) implements Transaction<Boolean> {
    /** Tells whether the claim still holds; nothing is written where it does not. */
    @Override
    public Boolean apply(Records records) {
        Optional<Barrier> held = fence.pass(records);
        held.ifPresent(barrier ->
                records.update(revoked(records, started(barrier), records.active(barrier, runs))));
        return held.isPresent();
    }

    /** The same barrier, with its sweep begun. */
    static Barrier started(Barrier barrier) {
        return barrier.state() == BarrierState.REQUESTED
                ? barrier.moved(BarrierState.Event.START)
                : barrier;
    }

    /** Revokes the leases of active runs of the scope and counts them. */
    static Barrier revoked(Records records, Barrier barrier, List<Run> active) {
        if (active.isEmpty()) {
            return barrier;
        }
        for (Run run : active) {
            Run revoked = run.withLease(run.lease().revoke(records.now(), barrier.id()))
                    .withState(
                            RunState.TABLE.require(run.state(), RunState.Event.STOP),
                            Optional.empty());
            records.update(revoked);
        }
        records.append(
                barrier.tree(),
                EventDraft.of(EventType.DESCENDANTS_REVOKED, barrier.run())
                        .under(barrier.id())
                        .with(
                                "runs",
                                active.stream().map(run -> run.id().value()).toList()));
        return barrier.withTally(barrier.tally().plusLeases(active.size()));
    }
}
