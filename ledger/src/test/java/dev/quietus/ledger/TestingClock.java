package dev.quietus.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
final class TestingClock implements InstantSource {
    static final Instant START = Instant.parse("2026-08-16T10:51:04.018Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);

    @Override
    public Instant instant() {
        return now.get();
    }

    void move(Duration by) {
        now.updateAndGet(before -> before.plus(by));
    }
}
