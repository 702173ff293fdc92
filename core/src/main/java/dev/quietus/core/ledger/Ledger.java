package dev.quietus.core.ledger;

import java.time.Instant;

/**
 * The port to the durable record. Safe for use by any number of threads; calls block.
 *
 * <p>An answer of {@link #write} means that everything the transaction wrote is on disk. When the
 * caller gets an exception instead, the transaction may or may not have been written, and must be
 * asked for again; all transactions of this system can be repeated without harm (S7).
 */
public interface Ledger {
    /**
     * Runs a transaction and answers after its commit.
     *
     * @param transaction may be run several times before one of its runs is committed
     * @return what the committed run returned
     * @throws LedgerUnavailableException when it could not be recorded; the work must not start
     *     (S12)
     */
    <R> R write(Transaction<R> transaction);

    /**
     * Runs a transaction that only reads, on a consistent snapshot of what is committed.
     *
     * @throws LedgerUnavailableException when the record can't be read
     */
    <R> R read(Transaction<R> transaction);

    /** The ledger's time, in whole milliseconds; the only clock that rules ever see. */
    Instant now();
}
