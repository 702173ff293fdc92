package dev.quietus.client;

/** Whether an operation changes anything outside. */
public enum ExpectedEffects {
    /** It only reads or computes; it is settled by its end. */
    NONE("none"),

    /** It is meant to change something; the change is observed. */
    EXPECTED("expected");

    private final String wireName;

    ExpectedEffects(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling on the wire. */
    public String wireName() {
        return wireName;
    }
}
