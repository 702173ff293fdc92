package dev.quietus.core.dispatch;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.run.Run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The operations that stand for one business operation: same key, same or resumed run (S9). Read
 * once, when they are first asked for, and good for the transaction that reads them; used by one
 * thread.
 */
final class SameBusiness {
    /** How far back a chain of resumed runs is followed. */
    static final int MAX_RESUMED = 64;

    private final Records records;
    private final Run run;
    private final OperationId self;
    private final IdempotencyKey key;
    private Optional<List<Operation>> others = Optional.empty();

    /**
     * Those of one operation.
     *
     * @param records the transaction
     * @param run the operation's run
     * @param self the operation
     * @param key its business key
     */
    SameBusiness(Records records, Run run, OperationId self, IdempotencyKey key) {
        this.records = records;
        this.run = run;
        this.self = self;
        this.key = key;
    }

    /** The others under this key, nearest run first. */
    List<Operation> others() {
        if (others.isEmpty()) {
            others = Optional.of(read());
        }
        return others.get();
    }

    private List<Operation> read() {
        List<Operation> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<Run> at = Optional.of(run);
        for (int i = 0;
                i < MAX_RESUMED && at.isPresent() && seen.add(at.get().id().value());
                i++) {
            for (Operation each : records.operationsOf(at.get().id(), key)) {
                if (!each.key().run().equals(run.id())
                        || !each.key().operation().equals(self)) {
                    found.add(each);
                }
            }
            at = at.get().resumes().flatMap(records::run);
        }
        return found;
    }
}
