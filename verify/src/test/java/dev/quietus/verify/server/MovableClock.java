package dev.quietus.verify.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The system's time plus an offset that only grows, so that no test waits for a period. */
public final class MovableClock implements InstantSource {

    private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);

    @Override
    public Instant instant() {
        return Instant.now().plus(offset.get());
    }

    /** Moves the time forward. */
    public void move(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("a ledger's clock is not moved back: " + by);
        }
        offset.accumulateAndGet(by, Duration::plus);
    }
}
