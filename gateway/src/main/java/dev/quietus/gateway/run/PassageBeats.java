package dev.quietus.gateway.run;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The signs of life of all work that passed one gateway, every ten seconds, a few at a time. A
 * nudge asks at once, as a narrower stop is heard of with the answer to them.
 */
final class PassageBeats implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final int SIDE_BY_SIDE = 8;

    private final Set<Passage> passages;
    private final Consumer<Passage> beat;
    private final Semaphore nudges = new Semaphore(0);
    private final Semaphore room = new Semaphore(SIDE_BY_SIDE);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread thread;
    private volatile boolean closed;

    private PassageBeats(Set<Passage> passages, Consumer<Passage> beat) {
        this.passages = passages;
        this.beat = beat;
        this.thread = Thread.ofVirtual().name("quietus-beats").unstarted(this::follow);
    }

    static PassageBeats start(Set<Passage> passages, Consumer<Passage> beat) {
        PassageBeats beats = new PassageBeats(passages, beat);
        beats.thread.start();
        return beats;
    }

    /** Asks for all of them now. */
    void allNow() {
        nudges.release();
    }

    /** Asks for one of them now, without waiting. */
    void soon(Passage passage) {
        try {
            threads.execute(() -> one(passage));
        } catch (RejectedExecutionException closing) {
            // The result carries the same facts.
            return;
        }
    }

    private void follow() {
        try {
            while (!closed) {
                nudges.tryAcquire(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                nudges.drainPermits();
                for (Passage passage : passages) {
                    soon(passage);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(Passage passage) {
        try {
            room.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            if (!passage.isFinished()) {
                beat.accept(passage);
            }
        } finally {
            room.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        threads.shutdownNow();
    }
}
