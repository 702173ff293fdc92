package dev.quietus.core.barrier;

import dev.quietus.core.ledger.Records;

import java.util.Optional;

/**
 * The right to write for a barrier: a claim that is still the newest. A node that was paused and
 * comes back with an old claim writes nothing.
 *
 * @param barrier the barrier
 * @param claim the number of the claim
 */
public record Fence(BarrierId barrier, long claim) {
    /** The barrier, locked, if the claim is still the newest. */
    public Optional<Barrier> pass(Records records) {
        return records.barrier(barrier).filter(found -> found.claim().number() == claim);
    }
}
