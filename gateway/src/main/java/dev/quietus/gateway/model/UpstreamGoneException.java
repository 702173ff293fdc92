package dev.quietus.gateway.model;

import java.io.IOException;

/** The upstream does not take what is sent. */
final class UpstreamGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    UpstreamGoneException(IOException cause) {
        super("the upstream does not take more", cause);
    }
}
