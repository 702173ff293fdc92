package dev.quietus.core.barrier;

import dev.quietus.core.StateTable;

/** The steps of a barrier (PROTOCOL.md section 3). */
public enum BarrierState {
    /** Written; nothing of its scope starts any more. */
    REQUESTED,
    /** Work that has not started is being taken out. */
    SWEEPING,
    /** Agents, workers and model streams are being told. */
    SIGNALLING,
    /** What was in flight is being settled. */
    SETTLING,
    /** Everything is settled; nothing may move for the quiet period. */
    QUIET,
    /** Certified as stopped and quiet. */
    CERTIFIED,
    /** The budget is spent with unknowns left; it stays open and looks on slowly. */
    INCOMPLETE;

    /** What moves a barrier. */
    public enum Event {
        /** Its first step. */
        START,
        /** Nothing that has not started is left. */
        SWEPT,
        /** Everybody was told, as far as that goes. */
        SIGNALLED,
        /** Nothing is pending and nothing is unknown. */
        SETTLED,
        /** Nothing is pending, and some outcomes are unknown. */
        GIVE_UP,
        /** A late fact or a settlement changed what is known. */
        MOVE,
        /** The completion rule holds and the quiet period is over. */
        CERTIFY
    }

    /** The one table of transitions. */
    public static final StateTable<BarrierState, Event> TABLE =
            StateTable.<BarrierState, Event>named("barrier")
                    .row(REQUESTED, Event.START, SWEEPING)
                    .row(SWEEPING, Event.SWEPT, SIGNALLING)
                    .row(SIGNALLING, Event.SIGNALLED, SETTLING)
                    .row(SETTLING, Event.SETTLED, QUIET)
                    .row(SETTLING, Event.GIVE_UP, INCOMPLETE)
                    .row(QUIET, Event.MOVE, SETTLING)
                    .row(QUIET, Event.CERTIFY, CERTIFIED)
                    .row(INCOMPLETE, Event.MOVE, SETTLING)
                    .row(CERTIFIED, Event.MOVE, SETTLING)
                    .build();

    /** Tells whether work of its scope may not be taken out or taken in yet. */
    public boolean unswept() {
        return this == REQUESTED || this == SWEEPING;
    }

    /** Tells whether the engine has steps left to take. */
    public boolean open() {
        return this != CERTIFIED;
    }
}
