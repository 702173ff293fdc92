package dev.quietus.ledger;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunState;

import java.util.Map;

/**
 * Counts over the whole ledger, for metrics.
 *
 * @param runs how many runs are in each state; states without runs are absent
 * @param liveOperations how many operations are in each state that is not an end; likewise
 * @param waitingInQueues how many operations a built-in queue may hand out, now or later
 * @param unknownOutcomes how many operations a person holds
 * @param openBarriers how many stops are not certified
 */
public record LedgerTotals(
        Map<RunState, Long> runs,
        Map<ExecutionState, Long> liveOperations,
        long waitingInQueues,
        long unknownOutcomes,
        long openBarriers) {
    /** Copies the maps. */
    public LedgerTotals {
        runs = Map.copyOf(runs);
        liveOperations = Map.copyOf(liveOperations);
    }
}
