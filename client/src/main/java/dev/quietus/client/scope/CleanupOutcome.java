package dev.quietus.client.scope;

/** What came of one step of cleaning up. */
public sealed interface CleanupOutcome {

    /** The step that was asked for, in words. */
    String what();

    /** The step is done. */
    record Done(String what) implements CleanupOutcome {}

    /** The step failed, for the reason given. */
    record Failed(String what, String reason) implements CleanupOutcome {}

    /**
     * The time ended before the step did, or before it could begin. Whether the thing is released
     * is not known.
     */
    record Unconfirmed(String what) implements CleanupOutcome {}
}
