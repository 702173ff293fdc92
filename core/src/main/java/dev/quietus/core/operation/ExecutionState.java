package dev.quietus.core.operation;

import dev.quietus.core.StateTable;

/** What became of carrying an operation out; kept apart from what became of its effect. */
public enum ExecutionState {
    /** A person must say yes before it may start. */
    AWAITING_APPROVAL,
    /** Accepted and due. */
    QUEUED,
    /** Accepted and due later: a timer, a delayed message, a retry. */
    SCHEDULED,
    /** Begun; its first side effect may have happened. */
    RUNNING,
    /** The worker, or the authoritative system, showed that it was carried out. */
    SUCCEEDED,
    /** The worker said that it failed. */
    FAILED,
    /** A person said no. */
    REJECTED,
    /** Authority said no. */
    DENIED,
    /** Never started, and can't any more. */
    CANCELLED_BEFORE_START,
    /** Started and ended by a cancellation. */
    CANCELLED_DURING_EXECUTION,
    /** Started, and nobody can say how it ended. */
    OUTCOME_UNKNOWN;

    /** What can happen to an operation's execution. */
    public enum Event {
        /** A person said yes and it is due. */
        APPROVE,
        /** A person said yes and it is due later. */
        APPROVE_FOR_LATER,
        /** A person said no. */
        REJECT,
        /** The check at the start allowed it. */
        BEGIN,
        /** The check at the start refused it for a reason that does not go away. */
        DENY,
        /** A stop, an expiry or a completed run took it out before it started. */
        CANCEL,
        /** The worker reported success. */
        FINISH_SUCCEEDED,
        /** The worker reported failure. */
        FINISH_FAILED,
        /** The worker reported that it ended because of a cancellation. */
        FINISH_CANCELLED,
        /** The worker reported a failure that is to be tried again. */
        FINISH_FOR_RETRY,
        /** No sign of life for the heartbeat time-out, or the settle budget is spent. */
        LOSE,
        /** Evidence shows that it was carried out. */
        PROVE_COMPLETED,
        /** Evidence shows that it ended without effect. */
        PROVE_ENDED
    }

    /**
     * The one table of transitions. A late result replaces a cancellation or an unknown only (S5).
     * A retry that waits is done with once evidence shows that the attempt before was carried out.
     */
    public static final StateTable<ExecutionState, Event> TABLE =
            StateTable.<ExecutionState, Event>named("execution")
                    .row(AWAITING_APPROVAL, Event.APPROVE, QUEUED)
                    .row(AWAITING_APPROVAL, Event.APPROVE_FOR_LATER, SCHEDULED)
                    .row(AWAITING_APPROVAL, Event.REJECT, REJECTED)
                    .row(AWAITING_APPROVAL, Event.CANCEL, CANCELLED_BEFORE_START)
                    .row(AWAITING_APPROVAL, Event.DENY, DENIED)
                    .row(QUEUED, Event.BEGIN, RUNNING)
                    .row(QUEUED, Event.DENY, DENIED)
                    .row(QUEUED, Event.CANCEL, CANCELLED_BEFORE_START)
                    .row(SCHEDULED, Event.BEGIN, RUNNING)
                    .row(SCHEDULED, Event.DENY, DENIED)
                    .row(SCHEDULED, Event.CANCEL, CANCELLED_BEFORE_START)
                    .row(SCHEDULED, Event.PROVE_COMPLETED, SUCCEEDED)
                    .row(RUNNING, Event.FINISH_SUCCEEDED, SUCCEEDED)
                    .row(RUNNING, Event.FINISH_FAILED, FAILED)
                    .row(RUNNING, Event.FINISH_CANCELLED, CANCELLED_DURING_EXECUTION)
                    .row(RUNNING, Event.FINISH_FOR_RETRY, SCHEDULED)
                    .row(RUNNING, Event.LOSE, OUTCOME_UNKNOWN)
                    .row(RUNNING, Event.PROVE_COMPLETED, SUCCEEDED)
                    .row(RUNNING, Event.PROVE_ENDED, CANCELLED_DURING_EXECUTION)
                    .row(OUTCOME_UNKNOWN, Event.FINISH_SUCCEEDED, SUCCEEDED)
                    .row(OUTCOME_UNKNOWN, Event.FINISH_FAILED, FAILED)
                    .row(OUTCOME_UNKNOWN, Event.FINISH_CANCELLED, CANCELLED_DURING_EXECUTION)
                    .row(OUTCOME_UNKNOWN, Event.PROVE_COMPLETED, SUCCEEDED)
                    .row(OUTCOME_UNKNOWN, Event.PROVE_ENDED, CANCELLED_DURING_EXECUTION)
                    .row(CANCELLED_DURING_EXECUTION, Event.FINISH_SUCCEEDED, SUCCEEDED)
                    .row(CANCELLED_DURING_EXECUTION, Event.FINISH_FAILED, FAILED)
                    .row(CANCELLED_DURING_EXECUTION, Event.PROVE_COMPLETED, SUCCEEDED)
                    .build();

    /** Tells whether the operation was accepted and has not started (its current attempt). */
    public boolean notStarted() {
        return switch (this) {
            case AWAITING_APPROVAL, QUEUED, SCHEDULED -> true;
            case RUNNING,
                    SUCCEEDED,
                    FAILED,
                    REJECTED,
                    DENIED,
                    CANCELLED_BEFORE_START,
                    CANCELLED_DURING_EXECUTION,
                    OUTCOME_UNKNOWN -> false;
        };
    }

    /** Tells whether a second begin must return what is known instead of running anything (S9). */
    public boolean hasOutcome() {
        return switch (this) {
            case SUCCEEDED, FAILED, REJECTED, DENIED, CANCELLED_DURING_EXECUTION -> true;
            case AWAITING_APPROVAL,
                    QUEUED,
                    SCHEDULED,
                    RUNNING,
                    CANCELLED_BEFORE_START,
                    OUTCOME_UNKNOWN -> false;
        };
    }
}
