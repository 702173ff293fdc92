package dev.quietus.core.barrier;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.RunId;

import java.util.List;
import java.util.Optional;

/**
 * Takes out what waits in some runs of a stop's scope: a part of the sweep that costs as much as
 * what it takes out, however many runs the scope has. As in {@link RevokeBelow}, they were found
 * behind the stop and none can have left its scope since. What has an earlier attempt to be taken
 * in is left to {@link SweepScope}. Safe to repeat: an operation is changed and counted once.
 *
 * @param fence the claim
 * @param runs runs of the scope, at most {@link SweepScope#BATCH}
 */
record CancelWaiting(Fence fence, List<RunId> runs) implements Transaction<Boolean> {
    /** Tells whether the claim still holds; nothing is written where it does not. */
    @Override
    public Boolean apply(Records records) {
        Optional<Barrier> held = fence.pass(records);
        held.map(RevokeBelow::started)
                .ifPresent(barrier -> records.update(SweepScope.cancelled(
                        records, barrier, records.cancelWaiting(barrier, runs, SweepScope.BATCH))));
        return held.isPresent();
    }
}
