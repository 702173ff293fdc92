package dev.quietus.gateway.model.wire;

import java.io.IOException;

/** The other side ended before its message did. */
public final class TruncatedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says where. */
    public TruncatedException(String words) {
        super(words);
    }
}
