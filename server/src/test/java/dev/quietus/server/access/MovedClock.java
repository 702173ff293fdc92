package dev.quietus.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The time of this machine, moved forward by tests. Safe for use by several threads. */
final class MovedClock implements InstantSource {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead.get());
    }

    /** Moves it forward. */
    void move(Duration by) {
        ahead.accumulateAndGet(by, Duration::plus);
    }
}
