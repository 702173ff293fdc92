package dev.quietus.core.operation;

import dev.quietus.core.StateTable;

/** What is known of an operation's effect on the world outside. */
public enum EffectState {
    /** None is expected, or nothing has begun that could have one. */
    NONE_EXPECTED,
    /** It began, and the authoritative system was not asked yet or did not settle it. */
    UNVERIFIED,
    /** The authoritative system, or a person with evidence, showed the effect. */
    VERIFIED_PRESENT,
    /** The authoritative system, or a person with evidence, showed that there is none. */
    VERIFIED_ABSENT,
    /** The budget for finding out is spent; a person holds it. */
    UNKNOWN;

    /** What can happen to what is known. */
    public enum Event {
        /** An operation with an expected effect began. */
        BEGIN,
        /** Evidence shows the effect. */
        SHOW_PRESENT,
        /** Evidence shows that there is no effect and that none can come. */
        SHOW_ABSENT,
        /** The budget for finding out is spent. */
        GIVE_UP,
        /** A late result says that the work was carried out after all. */
        DOUBT
    }

    /** The one table of transitions. No time-out leads out of {@code UNKNOWN}. */
    public static final StateTable<EffectState, Event> TABLE = StateTable.<EffectState, Event>named(
                    "effect")
            .row(NONE_EXPECTED, Event.BEGIN, UNVERIFIED)
            .row(UNVERIFIED, Event.BEGIN, UNVERIFIED)
            .row(VERIFIED_ABSENT, Event.BEGIN, UNVERIFIED)
            .row(NONE_EXPECTED, Event.GIVE_UP, UNKNOWN)
            .row(UNKNOWN, Event.SHOW_PRESENT, VERIFIED_PRESENT)
            .row(UNKNOWN, Event.SHOW_ABSENT, VERIFIED_ABSENT)
            .row(UNVERIFIED, Event.SHOW_PRESENT, VERIFIED_PRESENT)
            .row(UNVERIFIED, Event.SHOW_ABSENT, VERIFIED_ABSENT)
            .row(UNVERIFIED, Event.GIVE_UP, UNKNOWN)
            .row(VERIFIED_ABSENT, Event.SHOW_PRESENT, VERIFIED_PRESENT)
            .row(VERIFIED_ABSENT, Event.GIVE_UP, UNKNOWN)
            .row(VERIFIED_ABSENT, Event.DOUBT, UNVERIFIED)
            .build();
}
