package dev.quietus.client.http;

import java.time.Duration;

/** A point of the process's monotonic clock by which something must be over. */
record Deadline(long atNanos) {

    /** Nobody waits longer; the bound keeps the sum of nanoseconds from overflowing. */
    static final Duration LONGEST = Duration.ofDays(365);

    static Deadline after(Duration limit) {
        Duration bounded = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
        return new Deadline(System.nanoTime() + bounded.toNanos());
    }

    /** The same or {@code other}, whichever comes first. */
    Deadline orEarlier(Deadline other) {
        return atNanos - other.atNanos < 0 ? this : other;
    }

    /** The time left, zero once it is over. */
    long leftNanos() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    /** The time left in milliseconds, rounded up, at least one: zero is for ever elsewhere. */
    int leftMillis() {
        return (int) Math.min(Math.max((leftNanos() + 999_999) / 1_000_000, 1), Integer.MAX_VALUE);
    }

    boolean isOver() {
        return leftNanos() == 0;
    }
}
