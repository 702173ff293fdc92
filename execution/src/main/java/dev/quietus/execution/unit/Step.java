package dev.quietus.execution.unit;

import java.time.Duration;
import java.time.Instant;

/**
 * One step of an end, with its time.
 *
 * @param kind which
 * @param at when, by the wall clock
 * @param after how long after the end was asked for
 * @param detail what was done or found, for people
 */
public record Step(Kind kind, Instant at, Duration after, String detail) {
    /** The steps, in their order. */
    public enum Kind {
        /** Nothing new starts in the unit, and its input has ended. */
        DOOR_CLOSED,
        /** It is noted that the unit is being ended, or the time for that was up. */
        NOTED,
        /** The processes were asked to end. */
        TERMINATE_REQUESTED,
        /** The time for ending by themselves is over. */
        GRACE_OVER,
        /** The processes that were left were killed. */
        KILLED,
        /** Nobody lives any more, or that could not be shown. */
        MEMBERS_ENDED,
        /** The output was read to its end, or given up. */
        OUTPUT_DRAINED
    }
}
