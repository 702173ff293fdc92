package dev.quietus.client.http;

import java.io.Serial;

/** An answer that can't be understood: too large, not JSON, or without what it must hold. */
public final class QuietusProtocolException extends QuietusException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An answer that can't be understood, for the reason given. */
    public QuietusProtocolException(String message) {
        super(message);
    }

    /** An answer that can't be understood, because of another exception. */
    public QuietusProtocolException(String message, Throwable cause) {
        super(message, cause);
    }
}
