package dev.quietus.client.stop;

/** A complete HTTP answer: status and decoded body. */
final class StopReply {

    private final int status;
    private final byte[] body;

    StopReply(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    int status() {
        return status;
    }

    /** The body itself, not a copy. */
    byte[] body() {
        return body;
    }
}
