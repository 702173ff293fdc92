package dev.quietus.ledger;

import dev.quietus.core.Invariant;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A thread of its own that carries commands out on its own session. It is a platform thread,
 * because the driver's native calls would hold the carrier of a virtual one.
 */
abstract class Lane {
    private final Supplier<Session> sessions;
    private final Thread thread;
    private Session session;

    private static final class LaneThread extends Thread {
        LaneThread(Runnable work, String name) {
            super(work, name);
            setDaemon(true);
        }
    }

    /**
     * Opens the first session.
     *
     * @param name the thread's name
     * @param sessions opens a session; asked again after one that is broken
     */
    Lane(String name, Supplier<Session> sessions) {
        this.sessions = sessions;
        this.session = sessions.get();
        this.thread = new LaneThread(this::work, name);
    }

    /** Takes commands until there are none and will be none. */
    abstract void work();

    /**
     * Hands a command over and waits for its answer.
     *
     * @param waiting where the lane looks for commands
     * @param work the transaction
     * @param bound how long to wait at most
     */
    static <R> R ask(Waiting waiting, Function<Turn, R> work, Duration bound) {
        Invariant.check(
                !(Thread.currentThread() instanceof LaneThread),
                "a transaction asked the ledger for another transaction and would wait for ever");
        Command<R> command = new Command<>(work);
        waiting.add(command);
        return command.await(bound);
    }

    final void start() {
        thread.start();
    }

    /** The session; a new one where the old one is broken. */
    final Session session() {
        if (session.broken()) {
            session.abandon();
            session = sessions.get();
        }
        return session;
    }

    /** Waits for the end of the thread, interrupted or not; false when it did not come in time. */
    final boolean ended(Duration bound) {
        boolean interrupted = Thread.interrupted();
        long deadline = System.nanoTime() + bound.toNanos();
        while (thread.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Closes the session, after the end of the thread. */
    final void close() {
        session.close();
    }
}
