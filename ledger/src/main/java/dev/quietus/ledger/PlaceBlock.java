package dev.quietus.ledger;

import java.util.List;
import java.util.function.LongSupplier;

/** Hands out the places of a block that a transaction took, and takes another when it is empty. */
final class PlaceBlock implements LongSupplier {
    /** By how much the sequence grows. */
    static final int SIZE = 1_000;

    private final Session session;
    private long next;
    private long end;

    PlaceBlock(Session session, long first) {
        this.session = session;
        this.next = first;
        this.end = first + SIZE;
    }

    @Override
    public long getAsLong() {
        if (next == end) {
            next = (Long) session.rows(PostgresSql.NEXT_BLOCK, List.of()).getFirst()[0];
            end = next + SIZE;
        }
        return next++;
    }
}
