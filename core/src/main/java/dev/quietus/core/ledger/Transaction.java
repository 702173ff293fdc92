package dev.quietus.core.ledger;

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
}
