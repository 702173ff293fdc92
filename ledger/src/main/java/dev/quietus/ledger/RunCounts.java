package dev.quietus.ledger;

/**
 * What a run holds that is not over.
 *
 * @param notStarted operations that are accepted and have not started
 * @param running operations that run
 * @param unsettled operations that began and are neither settled nor held by a person; running ones
 *     are among them
 * @param unknown operations that a person holds
 */
public record RunCounts(long notStarted, long running, long unsettled, long unknown) {
    /** Nothing. */
    public static final RunCounts NONE = new RunCounts(0, 0, 0, 0);
}
