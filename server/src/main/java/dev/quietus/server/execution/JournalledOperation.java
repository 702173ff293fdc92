package dev.quietus.server.execution;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.execution.unit.UnitJournal;

import java.util.Optional;

/**
 * The operation that an entry of the journal names; a file is not trusted to be right.
 *
 * @param entry the entry
 */
record JournalledOperation(UnitJournal.Entry entry) {
    /** The operation, if this ledger has it. */
    Optional<Operation> find(Ledger ledger) {
        RunId run;
        OperationId operation;
        try {
            run = new RunId(entry.run());
            operation = new OperationId(entry.operation());
        } catch (IllegalArgumentException noIds) {
            return Optional.empty();
        }
        return ledger.read(records -> records.run(run)
                .flatMap(found ->
                        records.operation(found.tree(), new OperationKey(run, operation))));
    }
}
