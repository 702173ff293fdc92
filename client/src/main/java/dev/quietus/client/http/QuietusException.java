package dev.quietus.client.http;

import java.io.Serial;

/**
 * What can go wrong between a caller and the server. None of these says that the asked thing did
 * not happen: after a lost answer, ask again with the same ids.
 */
public abstract sealed class QuietusException extends RuntimeException
        permits QuietusUnreachableException,
                QuietusProblemException,
                QuietusProtocolException,
                QuietusInterruptedException {

    @Serial
    private static final long serialVersionUID = 1L;

    QuietusException(String message) {
        super(message);
    }

    QuietusException(String message, Throwable cause) {
        super(message, cause);
    }
}
