package dev.quietus.core.settlement;

import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;

import java.time.Instant;
import java.util.Optional;

/**
 * Sets when an operation is looked at next, or that nobody looks; writes no event, since nothing
 * was learned. Without a claim it leaves alone what a barrier has taken in: who read the operation
 * before the stop must not send it to rest under the barrier.
 *
 * @param fence the claim, empty outside a stop
 * @param key run and operation
 * @param nextAt when it is looked at next, empty where nobody looks
 * @param deadline when the budget is spent, empty to leave that as it is
 */
record ScheduleLook(
        Optional<Fence> fence,
        OperationKey key,
        Optional<Instant> nextAt,
        Optional<Instant> deadline)
        implements Transaction<Boolean> {
    @Override
    public Optional<RunId> concerns() {
        return Optional.of(key.run());
    }

    @Override
    public Boolean apply(Records records) {
        if (fence.isPresent() && fence.get().pass(records).isEmpty()) {
            return false;
        }
        Optional<Operation> found =
                records.run(key.run()).map(Run::tree).flatMap(tree -> records.operation(tree, key));
        if (found.isEmpty() || !found.get().unsettled()) {
            return false;
        }
        if (fence.isEmpty() && !records.barriersHolding(found.get().tree(), key).isEmpty()) {
            return false;
        }
        Looking looking = found.get().looking();
        Looking bounded = deadline.map(looking::until).orElse(looking);
        Looking next = nextAt.map(bounded::nextAt).orElse(bounded.rest());
        records.update(found.get().change().looking(next).done());
        return true;
    }
}
