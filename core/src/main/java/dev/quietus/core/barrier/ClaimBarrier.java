package dev.quietus.core.barrier;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
        Instant until = records.now().plus(hold);
        // The mark of Release: as long as its next step is the claim's end, no fact came in.
        records.update(barrier.claimed(new Barrier.Claim(number, until)).nextStepAt(until));
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
            held.ifPresent(barrier -> records.update(renewed(barrier, records.now())));
            return held.isPresent();
        }

        private Barrier renewed(Barrier barrier, Instant now) {
            Instant until = now.plus(hold);
            Barrier longer = barrier.claimed(new Barrier.Claim(fence.claim(), until));
            return touched(barrier, now) ? longer : longer.nextStepAt(until);
        }
    }

    /**
     * Tells whether a fact may have come in since the barrier was claimed. One that is stamped with
     * the very end of the claim looks like the mark, so behind that end there may be one.
     */
    private static boolean touched(Barrier barrier, Instant now) {
        Instant until = barrier.claim().until();
        return !barrier.nextStepAt().equals(until) || !now.isBefore(until);
    }

    /**
     * Takes back the claims of processes that are gone, so that nobody waits for them to run out.
     * Only for a process that has the whole record for itself and has claimed nothing yet; what a
     * holder should still write all the same stays fenced by the next claim's number.
     *
     * @param limit the most barriers that this takes back
     */
    public record TakeBack(int limit) implements Transaction<Integer> {
        @Override
        public Integer apply(Records records) {
            Instant now = records.now();
            List<Barrier> claimed = records.barriersClaimed(limit);
            claimed.forEach(barrier -> records.update(
                    barrier.claimed(new Barrier.Claim(barrier.claim().number(), now))
                            .nextStepAt(now)));
            return claimed.size();
        }
    }

    /**
     * Gives a claim back until the next step is due; a fact that came in since the claim keeps the
     * barrier due now, so that no wake-up is lost. Times can't tell that alone: a fact is stamped
     * when its transaction runs, and a step that begins behind that may not see it, because it is
     * committed later.
     *
     * @param fence the claim
     * @param nextStepAt when the last step said to come back
     */
    public record Release(Fence fence, Instant nextStepAt) implements Transaction<Boolean> {
        @Override
        public Boolean apply(Records records) {
            Optional<Barrier> held = fence.pass(records);
            if (held.isEmpty()) {
                return false;
            }
            Barrier released = held.get().claimed(new Barrier.Claim(fence.claim(), records.now()));
            boolean touched = touched(held.get(), records.now());
            records.update(touched ? released : released.nextStepAt(nextStepAt));
            return true;
        }
    }
}
