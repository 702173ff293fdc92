package dev.quietus.core.barrier;

/**
 * The port by which everybody is told of a stop: agents, workers, gateways, units. A hint, never a
 * proof, and nothing waits for it. Safe for use by several threads; must not block or throw.
 */
@FunctionalInterface
public interface StopSignals {
    /** Tells whoever listens that work of this barrier's scope is to end. */
    void stopRequested(Barrier barrier);
}
