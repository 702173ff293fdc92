package dev.quietus.client.wire;

import java.util.Optional;

/** A complete HTTP answer: status, decoded body, and what else its reader wants to know. */
public final class HttpReply {

    private final int status;
    private final byte[] body;
    private final Optional<String> retryAfter;
    private final boolean persistent;

    /**
     * An answer.
     *
     * @param status 200 to 999
     * @param body taken as it is, not copied
     * @param retryAfter the value of its {@code Retry-After}
     * @param persistent whether its connection may carry another request (RFC 9112, section 9.3)
     */
    public HttpReply(int status, byte[] body, Optional<String> retryAfter, boolean persistent) {
        this.status = status;
        this.body = body;
        this.retryAfter = retryAfter;
        this.persistent = persistent;
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The body itself, not a copy. */
    public byte[] body() {
        return body;
    }

    /** The value of its {@code Retry-After}. */
    public Optional<String> retryAfter() {
        return retryAfter;
    }

    /** Whether its connection may carry another request. */
    public boolean isPersistent() {
        return persistent;
    }
}
