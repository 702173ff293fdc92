package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;

import java.util.List;

/**
 * Records that workers fell silent: the outcome is unknown, is to be observed, and is never tried
 * again blindly. Repeatable; returns how many it recorded.
 *
 * @param limit how many one transaction records at most
 */
public record ReapSilentWorkers(int limit) implements Transaction<Integer> {
    @Override
    public Integer apply(Records records) {
        List<Operation> silent = records.silent(limit);
        for (Operation operation : silent) {
            Attempt attempt = operation.attempt().orElseThrow();
            Operation lost = operation
                    .change()
                    .execution(ExecutionState.Event.LOSE)
                    .looking(operation.looking().nextAt(records.now()))
                    .done();
            records.update(lost);
            records.append(
                    operation.tree(),
                    EventDraft.of(EventType.WORKER_SILENT, operation.key())
                            .under(operation.cancelledBy())
                            .with("attempt", attempt.number())
                            .with("worker", attempt.worker().value())
                            .with("last_heartbeat_at", Wire.time(attempt.heartbeatAt())));
            if (operation.cancelledBy().isPresent()) {
                BarrierMoves.operationReported(records, lost);
            }
        }
        return silent.size();
    }
}
