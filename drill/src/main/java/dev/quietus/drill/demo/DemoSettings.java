package dev.quietus.drill.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * How the demo is run.
 *
 * @param quietPeriod how long nothing may move before the receipt; whole seconds
 * @param race how the race between the stop and the deployment service ends
 * @param keep whether everything is left up until it is interrupted
 * @param directory where ledger, logs and receipt lie, empty or missing; none: a temporary folder
 *     that is removed at the end
 * @param zone in which times are shown
 */
public record DemoSettings(
        Duration quietPeriod, Race race, boolean keep, Optional<Path> directory, ZoneId zone) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when the quiet period is not whole seconds from 1 s to 5 min
     */
    public DemoSettings {
        if (quietPeriod.compareTo(SHORTEST) < 0
                || quietPeriod.compareTo(LONGEST) > 0
                || !quietPeriod.equals(Duration.ofSeconds(quietPeriod.toSeconds()))) {
            throw new IllegalArgumentException(
                    "--quiet-period: expected whole seconds from 1s to 5m, found "
                            + quietPeriod.toMillis() + "ms");
        }
    }

    /** Five seconds of quiet, a commit during the race, nothing kept, times in UTC. */
    public static DemoSettings defaults() {
        return new DemoSettings(
                Duration.ofSeconds(5), Race.COMMIT, false, Optional.empty(), ZoneOffset.UTC);
    }

    /** The same with another quiet period. */
    public DemoSettings withQuietPeriod(Duration period) {
        return new DemoSettings(period, race, keep, directory, zone);
    }

    /** The same with another end of the race. */
    public DemoSettings withRace(Race other) {
        return new DemoSettings(quietPeriod, other, keep, directory, zone);
    }

    /** The same, with everything left up until it is interrupted. */
    public DemoSettings keeping() {
        return new DemoSettings(quietPeriod, race, true, directory, zone);
    }

    /** The same in a folder of the caller's own. */
    public DemoSettings in(Path folder) {
        return new DemoSettings(quietPeriod, race, keep, Optional.of(folder), zone);
    }

    /** The same with times of another zone. */
    public DemoSettings at(ZoneId other) {
        return new DemoSettings(quietPeriod, race, keep, directory, other);
    }
}
