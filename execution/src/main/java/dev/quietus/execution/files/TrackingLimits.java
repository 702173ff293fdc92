package dev.quietus.execution.files;

import java.time.Duration;

/**
 * The bounds of tracking one folder.
 *
 * @param entries how many paths a folder may have; a larger one is refused
 * @param keptFileBytes the largest file whose content is kept, uncompressed
 * @param keptBytes how much content is kept in all, uncompressed
 * @param snapshot how long the snapshot may take; then the command is not started
 * @param comparison how long the comparison may take; then its answer is partial
 */
public record TrackingLimits(
        int entries, long keptFileBytes, long keptBytes, Duration snapshot, Duration comparison) {
    /** What holds unless somebody says otherwise. */
    public static final TrackingLimits DEFAULT = new TrackingLimits(
            250_000, 64L << 20, 4L << 30, Duration.ofMinutes(5), Duration.ofMinutes(5));

    /** No snapshot has more paths than this, whatever is asked for. */
    static final int MOST_ENTRIES = 2_000_000;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public TrackingLimits {
        if (entries < 1 || entries > MOST_ENTRIES) {
            throw new IllegalArgumentException(
                    "entries is " + entries + ", allowed is 1 to " + MOST_ENTRIES);
        }
        if (keptFileBytes < 0 || keptBytes < 0) {
            throw new IllegalArgumentException("a limit of kept bytes is negative");
        }
        if (!snapshot.isPositive() || !comparison.isPositive()) {
            throw new IllegalArgumentException("a time limit is not positive");
        }
    }
}
