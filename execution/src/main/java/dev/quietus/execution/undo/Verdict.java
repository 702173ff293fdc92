package dev.quietus.execution.undo;

/** What an undo would do about one change. */
public enum Verdict {
    /** Put content, permissions, owner or kind back: what the command left is still there. */
    RESTORE,
    /** Make what the command deleted again: nothing is there now. */
    RECREATE,
    /** Remove what the command created: it is still as it was left. */
    REMOVE,
    /** Nothing: what was there before is there. */
    ALREADY,
    /** Nothing: something else is there now; a person has to look. */
    CONFLICT,
    /** Nothing: what was there before can't be had back. */
    NOT_RESTORABLE;

    /** Tells whether something would be done. */
    public boolean acts() {
        return this == RESTORE || this == RECREATE || this == REMOVE;
    }
}
