package dev.quietus.ledger;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The ledger's time on a database: whole milliseconds of the database's clock, never going
 * backwards. Between two samples it goes on by the elapsed time of this machine; what this machine
 * thinks the time of day is plays no part. Safe for several threads.
 */
final class DatabaseClock {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Optional<InstantSource> instead;
    private final LongSupplier nanoTime;
    private final AtomicLong newest;
    private volatile Sample last;

    private record Sample(long millis, long nanoTime) {}

    /**
     * Starts the clock.
     *
     * @param instead what it follows instead; for tests
     * @param floor the newest time that is recorded; it never shows an earlier one
     * @param sample what the database's clock shows now
     * @param nanoTime the elapsed time of this machine
     */
    DatabaseClock(Optional<InstantSource> instead, long floor, long sample, LongSupplier nanoTime) {
        this.instead = instead;
        this.nanoTime = nanoTime;
        this.newest = new AtomicLong(floor);
        this.last = new Sample(sample, nanoTime.getAsLong());
    }

    /** The time of a transaction, from what the database's clock showed in it. */
    Instant sampled(long millis) {
        last = new Sample(millis, nanoTime.getAsLong());
        return shown(instead.map(InstantSource::millis).orElse(millis));
    }

    Instant now() {
        Sample sample = last;
        long elapsed = (nanoTime.getAsLong() - sample.nanoTime) / NANOS_PER_MILLI;
        return shown(instead.map(InstantSource::millis).orElse(sample.millis + elapsed));
    }

    private Instant shown(long millis) {
        return Instant.ofEpochMilli(newest.accumulateAndGet(millis, Math::max));
    }
}
