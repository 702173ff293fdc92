package dev.quietus.client.stop;

import java.time.Duration;

/**
 * How long the stop button keeps trying.
 *
 * @param connect how long one connection attempt may take
 * @param answer how long the whole answer of one try may take
 * @param firstPause the pause after the first failure; it doubles from there
 * @param longestPause the longest pause
 * @param deadline how long all tries may take together
 */
public record StopPatience(
        Duration connect,
        Duration answer,
        Duration firstPause,
        Duration longestPause,
        Duration deadline) {

    // Stands before the constant below, which is checked against it.
    private static final Duration LONGEST = Duration.ofDays(1);

    /** 2 s to connect, 10 s for the answer, pauses from 100 ms to 2 s, 60 s in all. */
    public static final StopPatience DEFAULT = new StopPatience(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));

    /**
     * Checks the durations.
     *
     * @throws IllegalArgumentException if one is not between 1 ms and a day
     */
    public StopPatience {
        check("connect", connect);
        check("answer", answer);
        check("first pause", firstPause);
        check("longest pause", longestPause);
        check("deadline", deadline);
    }

    /** The same with another overall deadline. */
    public StopPatience within(Duration limit) {
        return new StopPatience(connect, answer, firstPause, longestPause, limit);
    }

    private static void check(String name, Duration value) {
        if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "patience of a stop, " + name + ": expected 1 ms to 1 day, found " + value);
        }
    }
}
