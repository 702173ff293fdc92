package dev.quietus.client;

/** What a named person may settle an unknown operation as. */
public enum HandSettlement {
    /** The effect is there; the person has seen it. */
    COMPLETED_AND_VERIFIED("completed_and_verified"),

    /** There is no effect and none can come any more. */
    CANCELLED_WITHOUT_EFFECT("cancelled_without_effect");

    private final String wireName;

    HandSettlement(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling on the wire. */
    public String wireName() {
        return wireName;
    }
}
