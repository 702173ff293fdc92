package dev.quietus.server.dispatch;

import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.RunId;

import java.util.Optional;

/**
 * An awaited callback: it begins its operation and finishes it in one transaction. One that only
 * began would leave its operation running, with nobody at it.
 *
 * @param begin the check at its start
 * @param report what it brings
 */
record Callback(BeginOperation begin, FinishOperation.Report report)
        implements Transaction<Callback.Arrival> {
    /** What came of it. */
    sealed interface Arrival {}

    /**
     * It counts.
     *
     * @param how how
     */
    record Finished(FinishOperation.Answer how) implements Arrival {}

    /**
     * It did not begin.
     *
     * @param why the reason, which is never that it began
     */
    record NotBegun(BeginOperation.Answer why) implements Arrival {}

    @Override
    public Optional<RunId> concerns() {
        return begin.concerns();
    }

    @Override
    public Arrival apply(Records records) {
        BeginOperation.Answer begun = begin.apply(records);
        if (begun instanceof BeginOperation.Begun(Operation operation, var _)) {
            FinishOperation finish = new FinishOperation(
                    begin.key(), operation.attempts(), begin.worker(), report, Optional.empty());
            return new Finished(finish.apply(records));
        }
        return new NotBegun(begun);
    }
}
