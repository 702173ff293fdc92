package dev.quietus.execution.files;

import java.time.Duration;

/** Ends a scan in time, and tells how far it has come. Used by one thread. */
final class ScanWatch {
    private static final int EVERY = 1_000;
    private static final long BYTES_EVERY = 64L << 20;

    private final long deadline;
    private final Duration limit;
    private final ScanProgress progress;
    private long entries;
    private long bytes;
    private long told;

    /** The scan is to end now. */
    static final class Ended extends Exception {
        private static final long serialVersionUID = 1L;

        Ended(String why) {
            super(why);
        }
    }

    ScanWatch(Duration limit, ScanProgress progress) {
        this.limit = limit;
        this.progress = progress;
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    void entry(TrackedPath path) throws Ended {
        entries++;
        if (entries % EVERY == 0) {
            progress.seen(entries, bytes);
        }
        check(path);
    }

    void read(TrackedPath path, int count) throws Ended {
        bytes += count;
        if (bytes - told >= BYTES_EVERY) {
            told = bytes;
            progress.seen(entries, bytes);
        }
        check(path);
    }

    long entries() {
        return entries;
    }

    void done() {
        progress.seen(entries, bytes);
    }

    private void check(TrackedPath path) throws Ended {
        if (Thread.currentThread().isInterrupted()) {
            throw new Ended("it was interrupted at " + path);
        }
        if (System.nanoTime() - deadline > 0) {
            throw new Ended("its time of " + limit.toSeconds() + " s was over at " + path);
        }
    }
}
