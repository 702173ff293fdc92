package dev.quietus.execution.unit;

import java.time.Duration;
import java.util.Optional;

/**
 * How long each part of an end may take. Everything here is bounded, so that a stop never waits for
 * a process that won't go.
 *
 * @param grace from asking the processes to end until they are killed
 * @param kill how long killing is repeated until it is given up and said so
 * @param drain how long output is read on after the last process has ended
 * @param journal how long the end may wait until it is noted
 * @param timeout how long the command may run at all
 */
public record Budgets(
        Duration grace,
        Duration kill,
        Duration drain,
        Duration journal,
        Optional<Duration> timeout) {
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Five seconds of grace, five to kill, one to drain, one to note; no limit to its running. */
    public static final Budgets USUAL = new Budgets(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Optional.empty());

    /** Checks the bounds. */
    public Budgets {
        bounded("grace", grace);
        bounded("kill", kill);
        bounded("drain", drain);
        bounded("journal", journal);
        if (timeout.filter(each -> !each.isPositive()).isPresent()) {
            throw new IllegalArgumentException("timeout is not more than nothing");
        }
    }

    private static void bounded(String name, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " is not between 0 and 1 hour: " + value);
        }
    }

    /** The same with another grace. */
    public Budgets grace(Duration other) {
        return new Budgets(other, kill, drain, journal, timeout);
    }

    /** The same with a limit to its running. */
    public Budgets timeout(Optional<Duration> other) {
        return new Budgets(grace, kill, drain, journal, other);
    }
}
