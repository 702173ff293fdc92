package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.ToolName;
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
            ToolName tool,
            Decision decision,
            String asked) {
        Run self = path.getFirst();
        Optional<Barrier> nearest = Optional.empty();
        for (Barrier barrier :
                records.barriersOf(self.tree(), path.stream().map(Run::id).toList())) {
            if (barrier.covers(key, tool)) {
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
                        .with("tool", tool.value()));
    }
}
