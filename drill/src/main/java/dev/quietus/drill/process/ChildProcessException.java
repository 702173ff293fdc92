package dev.quietus.drill.process;

import java.io.Serial;

/** A child process that could not be started, ended early, or did not do what was asked in time. */
public final class ChildProcessException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** What was attempted, with which process, and the end of its log. */
    public ChildProcessException(String message) {
        super(message);
    }

    /** The same with its cause. */
    public ChildProcessException(String message, Throwable cause) {
        super(message, cause);
    }
}
