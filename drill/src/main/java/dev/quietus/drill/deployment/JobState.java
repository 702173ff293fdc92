package dev.quietus.drill.deployment;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How far a preview job has come. The commit point lies between {@link #BUILDING} and
 * {@link #RESERVED}: the transition that is taken by {@link JobEvent#COMMITTED} writes the
 * reservation.
 */
enum JobState {
    /** Accepted; nothing has been done for it. */
    PENDING,
    /** Being built; nothing of it can be seen outside. */
    BUILDING,
    /** The reservation is written. */
    RESERVED,
    /** Ended, with its reservation. */
    READY,
    /** Ended by a cancel that was honoured, without a reservation. */
    CANCELLED,
    /** Ended by itself before the commit point, without a reservation. */
    FAILED;

    /** The one table of states: from, event, to. What is not in it cannot happen. */
    static final Map<JobState, Map<JobEvent, JobState>> TRANSITIONS = Map.of(
            PENDING,
            Map.of(
                    JobEvent.BUILD_STARTED, BUILDING,
                    JobEvent.COMMITTED, RESERVED,
                    JobEvent.CANCEL_HONOURED, CANCELLED),
            BUILDING,
            Map.of(
                    JobEvent.COMMITTED, RESERVED,
                    JobEvent.CANCEL_HONOURED, CANCELLED,
                    JobEvent.GIVEN_UP, FAILED),
            RESERVED,
            Map.of(JobEvent.PUBLISHED, READY));

    /** The state after {@code event}; empty when the event cannot happen in this state. */
    Optional<JobState> after(JobEvent event) {
        return Optional.ofNullable(TRANSITIONS.getOrDefault(this, Map.of()).get(event));
    }

    /** Tells whether the job does nothing any more. */
    boolean ended() {
        return switch (this) {
            case PENDING, BUILDING, RESERVED -> false;
            case READY, CANCELLED, FAILED -> true;
        };
    }

    /** Tells whether the commit point lies behind the job. */
    boolean committed() {
        return switch (this) {
            case PENDING, BUILDING, CANCELLED, FAILED -> false;
            case RESERVED, READY -> true;
        };
    }

    /** The spelling on the wire. */
    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
