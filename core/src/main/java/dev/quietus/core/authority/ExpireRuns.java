package dev.quietus.core.authority;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records that leases have run out and takes out what had not started under them; begin refuses it
 * anyway, this keeps it from waiting for ever (S3). Repeatable; returns how much it did.
 *
 * @param limit how many runs, and operations of each run, one transaction touches at most
 */
public record ExpireRuns(int limit) implements Transaction<Integer> {
    @Override
    public Integer apply(Records records) {
        int done = 0;
        for (Run run : records.runsToExpire(limit)) {
            done += expire(records, run);
        }
        return done;
    }

    private int expire(Records records, Run run) {
        List<Operation> waiting = records.notStarted(run.id(), limit);
        List<String> ids = new ArrayList<>();
        for (Operation operation : waiting) {
            records.update(operation
                    .change()
                    .execution(ExecutionState.Event.CANCEL)
                    .availableAt(Optional.empty())
                    .done());
            ids.add(operation.key().operation().value());
        }
        if (!ids.isEmpty()) {
            records.append(
                    run.tree(),
                    EventDraft.of(EventType.OPERATIONS_CANCELLED, run.id())
                            .with("operations", ids)
                            .with("reason", "lease_expired"));
        }
        if (waiting.size() < limit) {
            Run expired = run.withState(
                    RunState.TABLE.require(run.state(), RunState.Event.EXPIRE),
                    Optional.of(records.now()));
            records.update(expired);
            records.append(
                    run.tree(),
                    EventDraft.of(EventType.RUN_EXPIRED, run.id())
                            .with("valid_until", Wire.time(run.lease().validUntil())));
        }
        return ids.size() + 1;
    }
}
