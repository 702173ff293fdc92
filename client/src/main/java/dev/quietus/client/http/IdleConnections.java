package dev.quietus.client.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Connections that wait for their next call; the one that was used last goes first. Those that
 * nobody needed for a while are closed when the next one comes. Thread-safe.
 */
final class IdleConnections implements AutoCloseable {

    /** More than any one process has calls at a time, but for short. */
    private static final int MOST = 64;

    private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();

    private record Idle(PlainConnection connection, long sinceNanos) {}

    private final Deque<Idle> idle = new ArrayDeque<>();
    private boolean closed;

    /** One of them, which is the caller's now. */
    Optional<PlainConnection> take() {
        Idle last;
        synchronized (this) {
            last = idle.pollFirst();
        }
        return Optional.ofNullable(last).map(Idle::connection);
    }

    /** Keeps a connection, or closes one that can't be used again. */
    void keep(PlainConnection connection) {
        List<Idle> old = new ArrayList<>(1);
        long now = System.nanoTime();
        synchronized (this) {
            if (connection.isReusable() && !closed) {
                idle.addFirst(new Idle(connection, now));
            } else {
                old.add(new Idle(connection, now));
            }
            while (!idle.isEmpty()
                    && (idle.size() > MOST || now - idle.getLast().sinceNanos() > LONGEST_NANOS)) {
                old.add(idle.removeLast());
            }
        }
        close(old);
    }

    /** Closes those that wait now. */
    void closeAll() {
        List<Idle> all;
        synchronized (this) {
            all = new ArrayList<>(idle);
            idle.clear();
        }
        close(all);
    }

    /** Closes those that wait, and from now on each that would. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        closeAll();
    }

    private static void close(List<Idle> connections) {
        for (Idle one : connections) {
            try {
                one.connection().close();
            } catch (IOException e) {
                // Nothing was to be read or written on it any more.
            }
        }
    }
}
