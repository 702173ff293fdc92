package dev.quietus.gateway.model;

import java.io.IOException;

/** The client does not take what is sent. */
final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGoneException(IOException cause) {
        super("the client does not take more", cause);
    }
}
