package dev.quietus.drill.deployment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the service is started.
 *
 * @param port the port on 127.0.0.1; 0 lets the system choose
 * @param data the journal that makes its jobs and reservations survive a kill; none: memory only
 * @param pace how long the phases of a job last
 * @param waitLimit the longest time that anything is held or left without an answer
 * @param verbose whether each request is written to standard error as one line
 */
public record DeploymentSettings(
        int port, Optional<Path> data, Pace pace, Duration waitLimit, boolean verbose) {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(30);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when the port is not from 0 to 65535, or the wait limit not
     *     from a millisecond to 30 minutes
     */
    public DeploymentSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be from 0 to 65535, found " + port);
        }
        if (waitLimit.toMillis() < 1 || waitLimit.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("wait limit must be from PT0.001S to %s, found %s"
                    .formatted(LONGEST_WAIT, waitLimit));
        }
    }

    /** Any free port, memory only, the usual pace, five minutes for a held request, quiet. */
    public static DeploymentSettings defaults() {
        return new DeploymentSettings(
                0, Optional.empty(), Pace.usual(), Duration.ofMinutes(5), false);
    }

    /** The same on this port. */
    public DeploymentSettings withPort(int other) {
        return new DeploymentSettings(other, data, pace, waitLimit, verbose);
    }

    /** The same with this journal. */
    public DeploymentSettings withData(Path file) {
        return new DeploymentSettings(port, Optional.of(file), pace, waitLimit, verbose);
    }

    /** The same at this pace. */
    public DeploymentSettings withPace(Pace other) {
        return new DeploymentSettings(port, data, other, waitLimit, verbose);
    }

    /** The same with this limit for everything that is held or left without an answer. */
    public DeploymentSettings withWaitLimit(Duration other) {
        return new DeploymentSettings(port, data, pace, other, verbose);
    }

    /** The same with a line on standard error for each request. */
    public DeploymentSettings withVerbose(boolean other) {
        return new DeploymentSettings(port, data, pace, waitLimit, other);
    }
}
