package dev.quietus.core.settlement;

import dev.quietus.core.operation.Operation;

import java.time.Duration;
import java.util.Optional;

/**
 * The periods of work that no provider declares, and how outcomes are looked for.
 *
 * @param quietPeriod how long nothing may move before such work counts as quiet
 * @param settleTimeout how long its outcome may be looked for
 * @param firstLook the wait before the second look; doubles with each
 * @param longestLook the longest wait between looks within the budget
 */
public record Policy(
        Duration quietPeriod, Duration settleTimeout, Duration firstLook, Duration longestLook) {
    /** What holds unless it is configured otherwise. */
    public static final Policy DEFAULT = new Policy(
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(5));

    /** The budget for settling one operation. */
    public Duration budget(Optional<Duration> operatorsOwn, Optional<ProviderProfile> profile) {
        return operatorsOwn.orElse(
                profile.map(ProviderProfile::settleTimeout).orElse(settleTimeout));
    }

    /**
     * The wait before the next look: doubling, bounded, with the part {@code spread} of it taken
     * off.
     *
     * @param operation the operation, with the number of looks so far
     * @param spread between 0 and 1, random, so that many looks do not come together
     */
    public Duration backoff(Operation operation, double spread) {
        int doublings = Math.min(operation.looking().tries(), 16);
        long millis = Math.min(longestLook.toMillis(), firstLook.toMillis() << doublings);
        return Duration.ofMillis(Math.max(1, millis - (long) (millis * spread / 2)));
    }
}
