package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the waits of callers whose time is over: one thread for all of them. A wait with a time of
 * its own costs a virtual thread two entries in the JDK's timer and two wake-ups of that timer's
 * thread, which is a twentieth of what a busy server does. Thread-safe.
 */
final class AnswerWatch implements AutoCloseable {
    /** How much later than at its time a wait may end. */
    private static final int LATEST_PART = 16;

    private static final long MOST_NANOS = Duration.ofMillis(500).toNanos();
    private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();

    private final Duration bound;
    private final Thread thread = new Thread(this::watch, "quietus-ledger-answers");

    /** In the order in which their time is over: all have the same. */
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    private record Asked(Command<?> command, long overNanos) {
        boolean needsNoWatch() {
            return command.isAnswered() || overNanos - System.nanoTime() <= 0;
        }
    }

    /**
     * A watch that does not run yet.
     *
     * @param bound how long each caller waits
     */
    AnswerWatch(Duration bound) {
        this.bound = bound;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /**
     * Hands a command to a lane and waits for its answer.
     *
     * @param waiting where the lane looks for commands
     * @param command the transaction
     * @throws LedgerUnavailableException when it can't wait there, when there is no answer in time,
     *     or the thread is interrupted
     */
    <R> R ask(Waiting waiting, Command<R> command) {
        Lane.requireOther();
        waiting.add(command);
        asked.add(new Asked(command, System.nanoTime() + bound.toNanos()));
        return command.await();
    }

    private void watch() {
        long between = Math.clamp(bound.toNanos() / LATEST_PART, LEAST_NANOS, MOST_NANOS);
        while (!closed || !asked.isEmpty()) {
            LockSupport.parkNanos(this, between);
            for (Asked first = asked.peek();
                    first != null && first.needsNoWatch();
                    first = asked.peek()) {
                asked.remove();
                first.command().overdue(bound);
            }
        }
    }

    /** Ends once nobody waits any more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
