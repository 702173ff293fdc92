package dev.quietus.verify.peers;

import java.io.IOException;

/** A system that can stop work. */
interface Peer extends AutoCloseable {
    /** How many effects the acting workloads have at most, and how long a step takes. */
    int STEPS = 80;

    long STEP_MILLIS = 50;

    /** Its name with its version. */
    String name();

    /**
     * Starts some work and returns at once.
     *
     * @param key names it in {@link Effects}
     */
    Work start(Workload workload, String key) throws IOException, InterruptedException;

    /** One piece of work that was started. */
    interface Work {
        /** Stops it with the system's own call; returns when that is acknowledged. */
        void cancel() throws IOException, InterruptedException;

        /** Tells whether the system itself says that nothing of it goes on any more. */
        boolean over() throws IOException, InterruptedException;
    }

    @Override
    void close();
}
