package dev.quietus.gateway.model;

import java.util.concurrent.atomic.AtomicLong;

/** How far an exchange has come. Written by the threads that move it, read by any. */
final class Progress {
    private final long begun = System.nanoTime();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile boolean headSent;
    private volatile boolean requestCame;
    private volatile boolean answering;
    private volatile int status;

    /** So long ago it began. */
    long nanos() {
        return System.nanoTime() - begun;
    }

    /** The request's head is on its way upstream. */
    void headSent() {
        headSent = true;
    }

    boolean isSent() {
        return headSent;
    }

    /** The whole request has come from the client: what comes now is another one. */
    void requestCame() {
        requestCame = true;
    }

    boolean hasRequestCome() {
        return requestCame;
    }

    /** So much of the request's body has gone upstream. */
    void sent(long bytes) {
        sent.set(bytes);
    }

    /** The answer's head has come. */
    void status(int number) {
        status = number;
    }

    int status() {
        return status;
    }

    /** The answer's head is on its way to the client. */
    void answering() {
        answering = true;
    }

    boolean isAnswering() {
        return answering;
    }

    /** So much of the answer's body has gone to the client. */
    void received(long bytes) {
        received.set(bytes);
    }

    long received() {
        return received.get();
    }

    long sent() {
        return sent.get();
    }
}
