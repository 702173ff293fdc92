package dev.quietus.core.ledger;

/** The record can't be written or read right now; nothing may start (S12). */
public final class LedgerUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why the record can't be used. */
    public enum Reason {
        /** The disk or the database is full. */
        FULL,
        /** The file or the disk can't be written. */
        READ_ONLY,
        /** The stored bytes are not what was written. */
        DAMAGED,
        /** Another program holds the lock for longer than the time-out. */
        LOCKED,
        /** The file is not a Quietus ledger, or one of a newer version. */
        FOREIGN,
        /** The ledger is closed, or the connection to it is lost. */
        CLOSED,
        /** More work waits for the ledger than it takes; nothing of this call was written. */
        OVERLOADED,
        /** Any other failure of the store. */
        FAILED
    }

    /**
     * Builds the exception.
     *
     * @param reason the category
     * @param message what was attempted, and what was found
     * @param cause what the store said
     */
    public LedgerUnavailableException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Builds the exception where the store said nothing itself.
     *
     * @param reason the category
     * @param message what was attempted, and what was found
     */
    public LedgerUnavailableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** The category. */
    public Reason reason() {
        return reason;
    }
}
