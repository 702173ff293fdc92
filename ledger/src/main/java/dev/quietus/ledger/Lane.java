package dev.quietus.ledger;

import dev.quietus.core.Invariant;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A thread of its own that carries commands out. It is a platform thread, because a driver's native
 * calls would hold the carrier of a virtual one.
 */
abstract class Lane {
    private final Thread thread;

    private static final class LaneThread extends Thread {
        LaneThread(Runnable work, String name) {
            super(work, name);
            setDaemon(true);
        }
    }

    /**
     * A lane that does not run yet.
     *
     * @param name the thread's name
     */
    Lane(String name) {
        this.thread = new LaneThread(this::work, name);
    }

    /** Takes commands until there are none and will be none. */
    abstract void work();

    /** Fails on the thread of a lane, which would wait for itself. */
    static void requireOther() {
        Invariant.check(
                !(Thread.currentThread() instanceof LaneThread),
                "a transaction asked the ledger for another transaction and would wait for ever");
    }

    /**
     * Carries a batch out whose commands are committed together. Where one of them fails by itself,
     * those before it go without it, it goes alone, and those after it go on as a batch.
     *
     * @param together commits all and answers them, or says which one failed; nothing is written
     *     then
     */
    static void carryOut(List<Command<?>> batch, Function<List<Command<?>>, OptionalInt> together) {
        List<Command<?>> rest = batch;
        while (!rest.isEmpty()) {
            OptionalInt failed = together.apply(rest);
            if (failed.isEmpty()) {
                return;
            }
            int culprit = failed.getAsInt();
            carryOut(rest.subList(0, culprit), together);
            carryOut(rest.subList(culprit, culprit + 1), together);
            rest = rest.subList(culprit + 1, rest.size());
        }
    }

    final void start() {
        thread.start();
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
}
