package dev.quietus.core.barrier;

import java.time.Instant;
import java.util.Optional;

/**
 * How everything that a barrier has taken in came out, counted over all of its rows.
 *
 * @param completedAndVerified crossed its commit point
 * @param cancelledWithoutEffect shown to have no effect
 * @param endedNoEffectExpected declared no effect, and has ended
 * @param unknown held by a person
 * @param pending neither
 * @param lastSettledAt when the last of them was settled
 */
public record Outcomes(
        long completedAndVerified,
        long cancelledWithoutEffect,
        long endedNoEffectExpected,
        long unknown,
        long pending,
        Optional<Instant> lastSettledAt) {
    /** How many are settled. */
    public long settled() {
        return completedAndVerified + cancelledWithoutEffect + endedNoEffectExpected;
    }
}
