package dev.quietus.drill.deployment;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** How the service ends its own threads. */
final class Threads {
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Threads() {}

    /**
     * Takes no more tasks and waits until each has ended, at most five seconds. Tasks are woken by
     * their owner and not interrupted before that, because an interrupt closes the journal that
     * they write to.
     *
     * @throws IllegalStateException when one did not end
     */
    static void end(ExecutorService executor, String what) {
        executor.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            if (!executor.awaitTermination(LONGEST.toNanos(), TimeUnit.NANOSECONDS)) {
                executor.shutdownNow();
                throw new IllegalStateException(what + " did not end within " + LONGEST);
            }
        } catch (InterruptedException _) {
            executor.shutdownNow();
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
