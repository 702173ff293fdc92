package dev.quietus.core.barrier;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Claims a barrier whose next step is due and that nobody holds; the claim's number fences every
 * earlier one.
 *
 * @param hold how long the claim lasts unless it is renewed
 */
public record ClaimBarrier(Duration hold) implements Transaction<Optional<Fence>> {
    @Override
    public Optional<Fence> apply(Records records) {
        Optional<Barrier> due = records.barrierDue();
        if (due.isEmpty()) {
            return Optional.empty();
        }
        Barrier barrier = due.get();
        long number = barrier.claim().number() + 1;
        records.update(barrier.claimed(new Barrier.Claim(number, records.now().plus(hold))));
        return Optional.of(new Fence(barrier.id(), number));
    }

    /**
     * Keeps a claim for longer.
     *
     * @param fence the claim
     * @param hold how long it lasts from now
     */
    public record Renew(Fence fence, Duration hold) implements Transaction<Boolean> {
        @Override
        public Boolean apply(Records records) {
            Optional<Barrier> held = fence.pass(records);
            held.ifPresent(barrier -> records.update(barrier.claimed(
                    new Barrier.Claim(fence.claim(), records.now().plus(hold)))));
            return held.isPresent();
        }
    }

    /**
     * Gives a claim back until the next step is due; a fact that came in since the last step began
     * keeps the barrier due now, so that no wake-up is lost.
     *
     * @param fence the claim
     * @param steppedAt when the last step began, ledger time
     * @param nextStepAt when that step said to come back
     */
    public record Release(Fence fence, Instant steppedAt, Instant nextStepAt)
            implements Transaction<Boolean> {
        @Override
        public Boolean apply(Records records) {
            Optional<Barrier> held = fence.pass(records);
            if (held.isEmpty()) {
                return false;
            }
            Barrier released = held.get().claimed(new Barrier.Claim(fence.claim(), records.now()));
            boolean woken = !released.nextStepAt().isBefore(steppedAt);
            records.update(woken ? released : released.nextStepAt(nextStepAt));
            return true;
        }
    }
}
