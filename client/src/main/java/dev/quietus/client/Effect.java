package dev.quietus.client;

/**
 * What the worker knows of the effect in the authoritative system. A word, not a proof: settlement
 * observes.
 */
public enum Effect {
    /** There was nothing to have an effect: the work was never sent. */
    NONE("none"),

    /** The effect is there. */
    PRESENT("present"),

    /** The effect is not there. */
    ABSENT("absent"),

    /** The worker can't say. */
    UNKNOWN("unknown");

    private final String wireName;

    Effect(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling on the wire. */
    public String wireName() {
        return wireName;
    }
}
