package dev.quietus.client;

/** How an attempt ended, told by the worker that made it. */
public enum Outcome {
    /** It did what it was asked to do. */
    SUCCEEDED("succeeded"),

    /** It ended without doing so. */
    FAILED("failed"),

    /** It was ended by a cancellation before it was done. */
    CANCELLED("cancelled");

    private final String wireName;

    Outcome(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling on the wire. */
    public String wireName() {
        return wireName;
    }
}
