package dev.quietus.execution.posix;

import java.io.IOException;
import java.io.Serial;

/** The operating system refused a call. */
public final class SystemCallException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int errno;

    SystemCallException(String attempted, int errno) {
        super(attempted + ": " + Errno.text(errno));
        this.errno = errno;
    }

    /** The system's number for what went wrong. */
    public int errno() {
        return errno;
    }
}
