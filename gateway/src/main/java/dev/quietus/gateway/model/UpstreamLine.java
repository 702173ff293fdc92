package dev.quietus.gateway.model;

import dev.quietus.gateway.model.wire.ByteSource;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an upstream. It belongs to one client's connection, as if they were one: requests
 * go over it in turn, and when the upstream ends it, the client's ends too. That way a client's own
 * rules for kept connections hold, and no request of one client waits for another's.
 *
 * <p>One thread of its own reads what the upstream sends; {@link #abort} may come from any.
 */
final class UpstreamLine {
    private final Upstream upstream;
    private final Socket plain;
    private final ByteSource source;
    private final GuardedOut out;
    private @Nullable Exchange current;
    private boolean answered;
    private boolean closed;
    private boolean aborted;

    /**
     * Takes over a connection.
     *
     * @param plain the connection itself, closed to end it at once
     * @param spoken the same, or TLS over it
     */
    UpstreamLine(Upstream upstream, Socket plain, Socket spoken) throws IOException {
        this.upstream = upstream;
        this.plain = plain;
        this.source = new ByteSource(spoken.getInputStream());
        this.out = GuardedOut.toUpstream(spoken.getOutputStream());
    }

    /** Begins to listen to the upstream, for this client. */
    void start(ClientLine client) {
        Thread.ofVirtual().name("quietus-upstream").start(() -> follow(client));
    }

    /** Whether a request to this upstream may go over it. */
    synchronized boolean isOpenTo(Upstream other) {
        return !closed && upstream.equals(other);
    }

    /**
     * Gives it to an exchange.
     *
     * @return whether it is still open
     */
    synchronized boolean take(Exchange exchange) {
        if (closed) {
            return false;
        }
        current = exchange;
        return true;
    }

    /** The exchange is over. */
    synchronized void free() {
        current = null;
        answered = true;
    }

    /** What the upstream sends. */
    ByteSource source() {
        return source;
    }

    /** What the upstream is sent. */
    GuardedOut out() {
        return out;
    }

    /** Ends it at once, whoever reads or writes. */
    void abort() {
        synchronized (this) {
            closed = true;
            aborted = true;
        }
        try {
            plain.close();
        } catch (IOException gone) {
            // It is gone, which was wanted.
            return;
        }
    }

    /** The exchange under way; if there is none, no other comes. */
    private synchronized Optional<Exchange> currentOrClosed() {
        if (current == null) {
            closed = true;
        }
        return Optional.ofNullable(current);
    }

    private synchronized boolean isKept() {
        return answered;
    }

    private synchronized boolean isAborted() {
        return aborted;
    }

    private void follow(ClientLine client) {
        try {
            boolean goesOn = true;
            while (goesOn) {
                Optional<String> end = waitForMore();
                Optional<Exchange> exchange = currentOrClosed();
                if (exchange.isEmpty()) {
                    if (!isAborted()) {
                        client.hangUpIfIdle();
                    }
                    return;
                }
                end.ifPresent(
                        words -> exchange.get().end(new Cause.UpstreamFailed(words, isKept())));
                goesOn = new Answering(exchange.get(), this, client).run();
            }
        } finally {
            abort();
        }
    }

    /** Empty once there is something to read; else how the connection ended. */
    private Optional<String> waitForMore() {
        try {
            return source.available() > 0 || source.fill()
                    ? Optional.empty()
                    : Optional.of("the upstream closed the connection before it answered");
        } catch (IOException e) {
            return Optional.of(Words.of("the upstream broke off before it answered", e));
        }
    }
}
