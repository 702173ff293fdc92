package dev.quietus.core.ledger;

import dev.quietus.core.run.RunId;

import java.util.Optional;

/**
 * One row of PROTOCOL.md section 2: what is checked and written together.
 *
 * <p>An implementation is a pure function of the records it reads; it does no I/O of its own and
 * keeps no state, so that it can be run again.
 *
 * @param <R> what the caller is told after the commit
 */
@FunctionalInterface
public interface Transaction<R> {
    /** Checks and writes. Throwing anything takes everything back that this run wrote. */
    R apply(Records records);

    /**
     * A run of the one tree that it reads and writes, where that is known before it runs. A hint: a
     * ledger groups by it and locks ahead of it; one that is missing or wrong costs time only.
     */
    default Optional<RunId> concerns() {
        return foresees().map(foreseen -> foreseen.key().run());
    }

    /** What it will ask about the operation that it is about, as far as that is known; likewise. */
    default Optional<Foreseen> foresees() {
        return Optional.empty();
    }
}
