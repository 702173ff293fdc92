package dev.quietus.ledger;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The ledger's time: whole milliseconds, never going backwards. Safe for several threads. */
final class LedgerClock {
    private final InstantSource source;
    private final AtomicLong newest;

    /**
     * Starts the clock.
     *
     * @param source what it follows
     * @param floor the newest time that is recorded; it never shows an earlier one
     */
    LedgerClock(InstantSource source, Instant floor) {
        this.source = source;
        this.newest = new AtomicLong(floor.toEpochMilli());
    }

    Instant now() {
        return Instant.ofEpochMilli(newest.accumulateAndGet(source.millis(), Math::max));
    }
}
