package dev.quietus.gateway.model;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an upstream that is being opened while authority is asked. Nothing is sent on it
 * before it is taken. Thread-safe.
 */
final class Opening {
    private final CountDownLatch ready = new CountDownLatch(1);
    private @Nullable UpstreamLine line;
    private @Nullable IOException failure;
    private boolean givenUp;
    private final boolean kept;

    private Opening(boolean kept) {
        this.kept = kept;
    }

    /** One that is open already, and stays so if it is given up. */
    static Opening of(UpstreamLine open) {
        Opening opening = new Opening(true);
        opening.line = open;
        opening.ready.countDown();
        return opening;
    }

    /** None: nothing is to be sent. */
    static Opening never() {
        Opening opening = new Opening(true);
        opening.giveUp();
        return opening;
    }

    /** Begins to open one. */
    static Opening begin(UpstreamDoor door, Upstream upstream) {
        Opening opening = new Opening(false);
        Thread.ofVirtual().name("quietus-connect").start(() -> opening.open(door, upstream));
        return opening;
    }

    private void open(UpstreamDoor door, Upstream upstream) {
        try {
            take(door.open(upstream));
        } catch (IOException | RuntimeException e) {
            fail(e);
        } finally {
            ready.countDown();
        }
    }

    private synchronized void take(UpstreamLine opened) {
        if (givenUp) {
            opened.abort();
        } else {
            line = opened;
        }
    }

    private synchronized void fail(Exception e) {
        failure = e instanceof IOException io ? io : new IOException(e);
    }

    /**
     * Waits for it.
     *
     * @return empty if it was given up
     * @throws IOException why it could not be opened
     */
    Optional<UpstreamLine> await() throws IOException {
        boolean came = false;
        try {
            came = ready.await(Limits.CONNECT.toSeconds() + 1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
            if (!came && line == null && !givenUp) {
                givenUp = true;
                throw new IOException("no connection within " + Limits.CONNECT);
            }
            return givenUp ? Optional.empty() : Optional.ofNullable(line);
        }
    }

    /** Nobody wants it any more; one that opens all the same is closed at once. */
    void giveUp() {
        synchronized (this) {
            givenUp = true;
            if (line != null && !kept) {
                line.abort();
            }
        }
        ready.countDown();
    }
}
