package dev.quietus.ledger;

import java.time.Instant;
import java.util.function.Supplier;

/**
 * What the commands of one transaction of the store share. Used by one thread.
 *
 * @param clock the time, asked at most once by each command, when it first needs it
 * @param heads the trees that are held, and where their chains end
 * @param ahead what was read before the commands run
 * @param late the rows that they write
 */
record Shared(Supplier<Instant> clock, ChainHeads heads, ReadAhead ahead, LateWrites late) {
    /** That of a transaction in which nothing is read ahead. */
    static Shared plain(Session session, Supplier<Instant> clock) {
        return new Shared(clock, new ChainHeads(), new ReadAhead(), new LateWrites(session));
    }
}
