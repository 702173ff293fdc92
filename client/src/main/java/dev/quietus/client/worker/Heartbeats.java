package dev.quietus.client.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The daemon thread that gives signs of life for one piece of work until it is closed. */
final class Heartbeats implements AutoCloseable {

    private static final long END_MILLIS = 2_000;

    private final WorkInHand work;
    private final Duration interval;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private Heartbeats(WorkInHand work, Duration interval) {
        this.work = work;
        this.interval = interval;
        this.thread = new Thread(this::beat, "quietus-heartbeat-" + work.operationId());
        this.thread.setDaemon(true);
    }

    static Heartbeats start(WorkInHand work, Duration interval) {
        Heartbeats heartbeats = new Heartbeats(work, interval);
        heartbeats.thread.start();
        return heartbeats;
    }

    private void beat() {
        try {
            while (!ended.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                work.beat(interval);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the signs; waits a moment, so that none overtakes the result. */
    @Override
    public void close() {
        ended.countDown();
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
