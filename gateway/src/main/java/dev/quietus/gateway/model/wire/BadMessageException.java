package dev.quietus.gateway.model.wire;

import java.io.IOException;

/** A message that can't be understood in one way only, or exceeds a bound. */
public final class BadMessageException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Made where the fault is found.
     *
     * @param status what a client that sent it is answered, such as 400
     * @param words what is wrong; never holds anything of the message but names
     */
    public BadMessageException(int status, String words) {
        super(words);
        this.status = status;
    }

    /** What a client that sent it is answered. */
    public int status() {
        return status;
    }

    /** What is wrong, for people. */
    public String words() {
        return String.valueOf(getMessage());
    }
}
