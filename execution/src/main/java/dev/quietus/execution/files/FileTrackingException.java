package dev.quietus.execution.files;

import java.io.Serial;

/** Tracking or taking back file effects failed as a whole; single paths are reported by name. */
public final class FileTrackingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is; decides what a caller can do. */
    public enum Code {
        /** The folder can't be tracked as asked; nothing was started. Ask for something else. */
        REFUSED,
        /** The deadline passed or the thread was interrupted. */
        STOPPED,
        /** A record on disk is not what was written. Nothing can be concluded from it. */
        DAMAGED,
        /** The state folder can't be written or read. */
        UNAVAILABLE
    }

    private final Code code;

    /**
     * Builds it.
     *
     * @param code what kind
     * @param message what was attempted and what was found
     */
    public FileTrackingException(Code code, String message) {
        super(message);
        this.code = code;
    }

    /**
     * Builds it with the cause.
     *
     * @param code what kind
     * @param message what was attempted and what was found
     * @param cause why
     */
    public FileTrackingException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** What kind of failure it is. */
    public Code code() {
        return code;
    }
}
