package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;

import java.util.List;
import java.util.Optional;

/** Writes down what comes after a stop: nothing of it starts, all of it is recorded and counted. */
final class LateFacts {
    private LateFacts() {}

    /** Records a start that a stop refused, and moves the quiet period of every barrier over it. */
    static void attemptDenied(
            Records records,
            List<Run> path,
            OperationKey key,
            String tool,
            Decision decision,
            String asked) {
        Run self = path.getFirst();
        Optional<Barrier> nearest = Optional.empty();
        for (Barrier barrier :
                records.barriersOf(self.tree(), path.stream().map(Run::id).toList())) {
            if (covers(barrier, key, tool)) {
                records.update(BarrierMoves.lateAttempt(barrier, records.now()));
                nearest = Optional.of(barrier);
            }
        }
        records.append(
                self.tree(),
                EventDraft.of(EventType.LATE_ATTEMPT_DENIED, key)
                        .under(nearest.map(Barrier::id))
                        .with("decision", Wire.of(decision))
                        .with("asked", asked)
                        .with("tool", tool));
    }

    private static boolean covers(Barrier barrier, OperationKey key, String tool) {
        return switch (barrier.selector()) {
            case Selector.Everything() -> true;
            case Selector.OneOperation(var operation) ->
                barrier.run().equals(key.run()) && operation.equals(key.operation());
            case Selector.Tools(var pattern) -> pattern.matches(tool);
        };
    }
}
