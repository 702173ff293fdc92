package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The commands that wait for a lane: bounded, first in first out. Safe for several threads. */
final class Waiting {
    private final int bound;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Command<?>> commands = new ArrayDeque<>();
    private int awaited = 1;
    private boolean closed;

    Waiting(int bound) {
        this.bound = bound;
    }

    /**
     * Adds a command.
     *
     * @throws LedgerUnavailableException when the bound is reached or the lane is closed
     */
    void add(Command<?> command) {
        lock.lock();
        try {
            if (closed) {
                throw new LedgerUnavailableException(
                        Reason.CLOSED, "asking the ledger: it is closed; nothing was written");
            }
            if (commands.size() >= bound) {
                throw new LedgerUnavailableException(
                        Reason.OVERLOADED,
                        "asking the ledger: " + bound
                                + " commands wait already; nothing was written, try again later");
            }
            commands.add(command);
            if (commands.size() >= awaited) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes all that wait, at most {@code most}; waits for the first; none when closed and empty.
     */
    List<Command<?>> take(int most) {
        List<Command<?>> taken = new ArrayList<>();
        lock.lock();
        try {
            while (taken.isEmpty()) {
                while (commands.isEmpty() && !closed) {
                    changed.awaitUninterruptibly();
                }
                if (commands.isEmpty()) {
                    return taken;
                }
                fill(taken, most);
            }
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /**
     * Waits a little for more to come together, where one lane alone takes from here; what is there
     * then is taken as before.
     *
     * @param number how many are enough
     * @param patience how long to wait at most, in nanoseconds
     */
    void gather(int number, long patience) {
        lock.lock();
        try {
            awaited = number;
            long left = patience;
            while (commands.size() < number && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            awaited = 1;
            lock.unlock();
        }
    }

    private void fill(List<Command<?>> taken, int most) {
        while (taken.size() < most && !commands.isEmpty()) {
            Command<?> next = commands.remove();
            if (next.take()) {
                taken.add(next);
            }
        }
    }

    int size() {
        lock.lock();
        try {
            return commands.size();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more; what waits is still handed out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
