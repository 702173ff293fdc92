package dev.quietus.drill.deployment;

import java.time.Duration;

/**
 * How long a job stays in each phase when nothing is done to it.
 *
 * @param pending from acceptance to the start of the build
 * @param building from the start of the build to the commit point
 * @param reserved from the commit point to the end of the job
 */
public record Pace(Duration pending, Duration building, Duration reserved) {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when a duration is negative or above ten minutes
     */
    public Pace {
        bounded("pending", pending);
        bounded("building", building);
        bounded("reserved", reserved);
    }

    /** The usual pace: about half a second from request to commit point. */
    public static Pace usual() {
        return new Pace(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(100));
    }

    /** This pace with what {@code behaviours} say instead. */
    Pace under(Behaviours behaviours) {
        return new Pace(
                behaviours.millis(Behaviour.PENDING_MS).orElse(pending),
                behaviours.millis(Behaviour.BUILDING_MS).orElse(building),
                behaviours.millis(Behaviour.RESERVED_MS).orElse(reserved));
    }

    private static void bounded(String what, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "%s must be from 0 to %s, found %s".formatted(what, LONGEST, duration));
        }
    }
}
