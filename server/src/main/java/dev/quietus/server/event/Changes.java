package dev.quietus.server.event;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes whoever waits for something to happen in this process: long polls, streams, barrier
 * workers. A hint over polling: whoever waits looks again after a while anyway. Safe for use by
 * several threads.
 */
public final class Changes {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long version;

    /** Something was written. */
    public void happened() {
        lock.lock();
        try {
            version++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What to pass to {@link #await}; read it before looking, so that no change is missed. */
    public long version() {
        lock.lock();
        try {
            return version;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something happened after {@code seen}, or the time is over.
     *
     * @return whether something happened
     */
    public boolean await(long seen, Duration atMost) throws InterruptedException {
        long nanos = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (version == seen && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            return version != seen;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The shortest wait between two looks of one stream, so that a busy server is not read for
     * ever.
     */
    public static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(20);
    }
}
