package dev.quietus.client.http;

import java.time.Duration;

/** A point of the process's monotonic clock by which something must be over. */
record Deadline(long atNanos) {

    /** Nobody waits longer; the bound keeps the sum of nanoseconds from overflowing. */
    private static final Duration LONGEST = Duration.ofDays(365);

    static Deadline after(Duration limit) {
        Duration bounded = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
        return new Deadline(System.nanoTime() + bounded.toNanos());
    }

    /** The time left, zero once it is over. */
    long leftNanos() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    boolean isOver() {
        return leftNanos() == 0;
    }
}
