package dev.quietus.server.execution;

import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.execution.Takeover;
import dev.quietus.execution.unit.UnitName;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Work that a supervisor which has died had let through for its unit's processes. Those have ended,
 * and so has the supervisor, which did the rest of it itself; what it has changed nobody has told.
 *
 * @param ledger where it is on record
 */
record LetThrough(Ledger ledger) {
    private static final int MOST = 1_000;

    /** Gives all of it a result. */
    void end(UnitName unit, Operation operation) {
        found(unit, operation).forEach(this::end);
    }

    /** In the unit's run, and in those of subagents right below it. */
    private List<Operation> found(UnitName unit, Operation operation) {
        RunId run = operation.key().run();
        String worker = unit.besideSupervisor();
        return ledger.read(records -> Stream.concat(
                        Stream.of(run),
                        records.children(operation.tree(), run, MOST).stream().map(Run::id))
                .flatMap(each -> records.unresolvedBy(each, worker, MOST).stream())
                .toList());
    }

    private void end(Operation operation) {
        boolean stopped = operation.cancelledBy().isPresent();
        operation
                .attempt()
                .filter(attempt -> attempt.result().isEmpty())
                .ifPresent(attempt -> ledger.write(new FinishOperation(
                        operation.key(),
                        attempt.number(),
                        attempt.worker(),
                        new FinishOperation.Report(
                                stopped ? Attempt.Outcome.CANCELLED : Attempt.Outcome.FAILED,
                                Attempt.ReportedEffect.NOT_REPORTED,
                                Attempt.Sent.NOT_REPORTED,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(Takeover.LET_THROUGH),
                                Optional.empty()),
                        Optional.empty())));
    }
}
