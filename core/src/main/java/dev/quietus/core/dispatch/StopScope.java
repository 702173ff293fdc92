package dev.quietus.core.dispatch;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.run.Run;

import java.util.List;
import java.util.Optional;

/**
 * Takes work out at the moment it tries to start under a stop, so that the sweep can't count it
 * twice.
 */
final class StopScope {
    private StopScope() {}

    /** Marks the operation as cancelled by the nearest stop that takes it in, counted there. */
    static Operation takeOut(Records records, List<Run> path, Operation operation) {
        Optional<Barrier> barrier = nearest(records, path, operation);
        OperationChange change = operation
                .change()
                .execution(ExecutionState.Event.CANCEL)
                .availableAt(Optional.empty());
        barrier.ifPresent(found -> change.cancelledBy(found.id()));
        Operation cancelled = change.done();
        records.update(cancelled);
        barrier.ifPresent(found -> records.update(
                found.withTally(found.tally().plus(Swept.of(operation).sort()))));
        records.append(
                operation.tree(),
                EventDraft.of(EventType.OPERATIONS_CANCELLED, operation.key())
                        .under(barrier.map(Barrier::id))
                        .with("operations", List.of(operation.key().toString()))
                        .with("reason", "refused_at_start"));
        return cancelled;
    }

    private static Optional<Barrier> nearest(Records records, List<Run> path, Operation operation) {
        List<Barrier> all = records.barriersOf(
                path.getFirst().tree(), path.stream().map(Run::id).toList());
        for (Run run : path) {
            for (Barrier barrier : all) {
                if (barrier.run().equals(run.id()) && barrier.covers(operation)) {
                    return Optional.of(barrier);
                }
            }
        }
        return Optional.empty();
    }
}
