package dev.quietus.core.ledger;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;

import java.util.List;

/**
 * Everything that one committed transaction wrote, for whoever checks it.
 *
 * @param number the number of the write
 * @param transaction what was committed
 * @param runs the runs it wrote
 * @param operations the operations it wrote
 * @param barriers the barriers it wrote
 * @param captured what it took in
 * @param events what it appended, in order
 * @param receipts what it issued
 */
public record Commit(
        long number,
        Transaction<?> transaction,
        List<Written<Run>> runs,
        List<Written<Operation>> operations,
        List<Written<Barrier>> barriers,
        List<Capture> captured,
        List<Event> events,
        List<IssuedReceipt> receipts) {
    /**
     * One operation that a barrier took in.
     *
     * @param barrier the barrier
     * @param operation the operation
     */
    public record Capture(BarrierId barrier, OperationKey operation) {}

    /** Tells whether the record is different after it. */
    public boolean changed() {
        return !events.isEmpty()
                || !receipts.isEmpty()
                || !captured.isEmpty()
                || runs.stream().anyMatch(Written::changed)
                || operations.stream().anyMatch(Written::changed)
                || barriers.stream().anyMatch(Written::changed);
    }
}
