package dev.quietus.core.barrier;

import java.util.List;

/**
 * How calls to providers are made: side by side in production, one after another in a simulation.
 */
@FunctionalInterface
public interface Calls {
    /**
     * Runs all and returns when all have returned. What one throws is thrown after the others
     * ended.
     */
    void all(List<Runnable> calls);

    /** One after another on the caller's thread. */
    static Calls sequential() {
        return calls -> calls.forEach(Runnable::run);
    }
}
