package dev.quietus.server.provider;

import java.time.Duration;

/**
 * The end of one call on the process's monotonic clock.
 *
 * @param allowed what the call was given
 * @param atNanos {@link System#nanoTime} at its end
 */
record Deadline(Duration allowed, long atNanos) {
    /** A deadline that ends {@code allowed} from now. */
    static Deadline after(Duration allowed) {
        return new Deadline(allowed, System.nanoTime() + allowed.toNanos());
    }

    /** What is left, never below zero. */
    long remainingNanos() {
        return Math.max(0, atNanos - System.nanoTime());
    }
}
