package dev.quietus.core.barrier;

import java.time.Instant;
import java.util.Optional;

/**
 * The four meanings of stopped, each a fact with its own time. Only the last lets anyone say that
 * the run has stopped, and only once the receipt is certified.
 *
 * @param generationStopped no model request of the scope runs
 * @param dispatchStopped nothing of the scope can start
 * @param queuedWorkCancelled nothing of the scope that has not started is left
 * @param effectsSettled everything that was in flight is settled; provisional until certified
 */
public record Lamps(
        Optional<Instant> generationStopped,
        Instant dispatchStopped,
        Optional<Instant> queuedWorkCancelled,
        Optional<Instant> effectsSettled) {
    /** The lamps at the moment of the stop. */
    public static Lamps requested(Instant at) {
        return new Lamps(Optional.empty(), at, Optional.empty(), Optional.empty());
    }

    /** The same with generation stopped, unless it was before. */
    public Lamps generationStoppedAt(Instant at) {
        return generationStopped.isPresent()
                ? this
                : new Lamps(Optional.of(at), dispatchStopped, queuedWorkCancelled, effectsSettled);
    }

    /** The same with queued work cancelled, unless it was before. */
    public Lamps queuedWorkCancelledAt(Instant at) {
        return queuedWorkCancelled.isPresent()
                ? this
                : new Lamps(generationStopped, dispatchStopped, Optional.of(at), effectsSettled);
    }

    /** The same with effects settled, unless they were before. */
    public Lamps effectsSettledAt(Instant at) {
        return effectsSettled.isPresent()
                ? this
                : new Lamps(
                        generationStopped, dispatchStopped, queuedWorkCancelled, Optional.of(at));
    }

    /** The same with effects unsettled again. */
    public Lamps effectsUnsettled() {
        return new Lamps(generationStopped, dispatchStopped, queuedWorkCancelled, Optional.empty());
    }
}
