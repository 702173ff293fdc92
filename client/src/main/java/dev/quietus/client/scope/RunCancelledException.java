package dev.quietus.client.scope;

import java.io.Serial;

/** Work noticed at a checkpoint that its scope is cancelled, and ends. */
public final class RunCancelledException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient CancelReason reason;

    /** The scope {@code name} was cancelled for the given reason. */
    public RunCancelledException(String name, CancelReason reason) {
        super(name + " is cancelled: " + reason.describe());
        this.reason = reason;
    }

    /** Why. */
    public CancelReason reason() {
        return reason;
    }
}
