package dev.quietus.drill.deployment;

import java.time.Instant;
import java.util.Optional;

/** What became of the requests to cancel a job; how they were answered is another matter. */
sealed interface CancelRequest {
    /** Tells whether a cancel was accepted, whatever the job makes of it. */
    default boolean accepted() {
        return switch (this) {
            case None _ -> false;
            case Honoured _, Ignored _, CommitsLate _ -> true;
        };
    }

    /** Nobody asked, or whoever asked was refused. */
    record None() implements CancelRequest {}

    /**
     * The job stops before its next phase.
     *
     * @param at when the cancel was accepted
     */
    record Honoured(Instant at) implements CancelRequest {}

    /**
     * Accepted and without consequence: the job is past its commit point, or does not listen.
     *
     * @param at when the cancel was accepted
     */
    record Ignored(Instant at) implements CancelRequest {}

    /**
     * Accepted, and the job commits afterwards: when the delay is over and somebody has been shown
     * that there is no effect.
     *
     * @param at when the cancel was accepted
     * @param delayMs the least time from the cancel to the commit
     * @param observedAt when the absence was first shown
     */
    record CommitsLate(Instant at, long delayMs, Optional<Instant> observedAt)
            implements CancelRequest {}
}
