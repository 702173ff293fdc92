package dev.quietus.client.scope;

import java.time.Duration;

/** Durations as nanoseconds that can be added to the clock without overflow. */
final class Waits {

    /** Nobody waits longer. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private Waits() {}

    /** At least nothing, at most a year. */
    static long nanos(Duration wait) {
        if (wait.isNegative()) {
            return 0;
        }
        return wait.compareTo(LONGEST) < 0 ? wait.toNanos() : LONGEST.toNanos();
    }
}
