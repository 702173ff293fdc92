package dev.quietus.core.run;

import dev.quietus.core.StateTable;

/** The life of a run. A stopped run is never revived; resuming means a new run. */
public enum RunState {
    /** It has authority until its lease ends. */
    RUNNING,
    /** A stop has taken its authority; what was in flight is being settled. */
    CANCELLING,
    /** A stop of it was certified as stopped and quiet. */
    CANCELLED,
    /** It ended by itself. */
    COMPLETED,
    /** Its lease ran out. */
    EXPIRED;

    /** What can happen to a run. */
    public enum Event {
        /** A stop's barrier is written. */
        STOP,
        /** The barrier is certified as stopped and quiet. */
        CERTIFY,
        /** A late fact contradicts the receipt. */
        REOPEN,
        /** The agent says that it is done. */
        COMPLETE,
        /** The lease has run out. */
        EXPIRE
    }

    /**
     * The one table of transitions. A completed or expired run keeps its state when it is stopped.
     */
    public static final StateTable<RunState, Event> TABLE = StateTable.<RunState, Event>named("run")
            .row(RUNNING, Event.STOP, CANCELLING)
            .row(RUNNING, Event.COMPLETE, COMPLETED)
            .row(RUNNING, Event.EXPIRE, EXPIRED)
            .row(CANCELLING, Event.CERTIFY, CANCELLED)
            .row(CANCELLED, Event.REOPEN, CANCELLING)
            .build();
}
