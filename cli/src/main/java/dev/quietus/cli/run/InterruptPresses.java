package dev.quietus.cli.run;

import java.time.Duration;
import java.util.Optional;

/** Tells a first Ctrl-C, which is the agent's, from a second soon after it. Thread-safe. */
final class InterruptPresses {
    /** How soon a second one must follow to mean the run. */
    static final Duration SOON = Duration.ofSeconds(2);

    private Optional<Long> last = Optional.empty();

    /**
     * Ctrl-C was pressed.
     *
     * @param nanoTime when, by {@link System#nanoTime}
     * @return whether it is the second one
     */
    synchronized boolean pressed(long nanoTime) {
        boolean second =
                last.filter(before -> nanoTime - before <= SOON.toNanos()).isPresent();
        last = second ? Optional.empty() : Optional.of(nanoTime);
        return second;
    }
}
