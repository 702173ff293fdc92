package dev.quietus.client.wire;

import java.io.IOException;
import java.io.Serial;

/** The body of an answer was longer than its reader's bound. */
public final class TooLargeException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Says so.
     *
     * @param maxBytes the bound
     */
    public TooLargeException(int maxBytes) {
        super("answer of more than " + maxBytes + " bytes");
    }
}
