package dev.quietus.core.settlement;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;

import java.time.Instant;
import java.util.Optional;

/**
 * Sets when an operation is looked at next, or that nobody looks; writes no event, since nothing
 * was learned.
 */
record ScheduleLook(OperationKey key, Optional<Instant> nextAt, Optional<Instant> deadline)
        implements Transaction<Boolean> {
    @Override
    public Boolean apply(Records records) {
        Optional<Operation> found =
                records.run(key.run()).map(Run::tree).flatMap(tree -> records.operation(tree, key));
        if (found.isEmpty() || !found.get().unsettled()) {
            return false;
        }
        Looking looking = found.get().looking();
        Looking bounded = deadline.map(looking::until).orElse(looking);
        Looking next = nextAt.map(bounded::nextAt).orElse(bounded.rest());
        records.update(found.get().change().looking(next).done());
        return true;
    }
}
