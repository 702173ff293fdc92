package dev.quietus.client.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a call is tried and how long the client pauses between tries.
 *
 * <p>Pauses are full-jitter: a random time between nothing and a cap that doubles from
 * {@code firstPause} to {@code longestPause}, so that many clients do not return at one instant.
 *
 * @param maxTries the most tries of one call, 1 to 100
 * @param firstPause the cap of the first pause, more than zero
 * @param longestPause the cap that no pause exceeds, {@code firstPause} to a day
 */
public record RetryPolicy(int maxTries, Duration firstPause, Duration longestPause) {

    private static final int MOST_TRIES = 100;

    // Stands before the constant below, which is checked against it.
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Eight tries, caps from 100 ms to 5 s. Stands behind the bounds that its check reads. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(8, Duration.ofMillis(100), Duration.ofSeconds(5));

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public RetryPolicy {
        if (maxTries < 1 || maxTries > MOST_TRIES) {
            throw new IllegalArgumentException(
                    "retry policy: 1 to " + MOST_TRIES + " tries, found " + maxTries);
        }
        if (firstPause.isNegative()
                || firstPause.isZero()
                || longestPause.compareTo(firstPause) < 0
                || longestPause.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "retry policy: expected 0 < first pause <= longest pause <= 1 day, found "
                            + firstPause + " and " + longestPause);
        }
    }

    /** A random pause after the given number of failed tries, at least 1. */
    Duration pauseAfter(int failedTries) {
        long cap = firstPause.toNanos();
        for (int i = 1; i < failedTries && cap < longestPause.toNanos(); i++) {
            cap *= 2;
        }
        cap = Math.min(cap, longestPause.toNanos());
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(cap + 1));
    }
}
