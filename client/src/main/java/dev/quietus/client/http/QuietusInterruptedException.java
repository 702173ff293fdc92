package dev.quietus.client.http;

import java.io.Serial;

/**
 * The calling thread was interrupted while it waited. Its interrupt flag is set again. Whether the
 * server heard is not known.
 */
public final class QuietusInterruptedException extends QuietusException {

    @Serial
    private static final long serialVersionUID = 1L;

    QuietusInterruptedException(String what, Exception cause) {
        super(what + ": interrupted while waiting for the answer", cause);
    }
}
