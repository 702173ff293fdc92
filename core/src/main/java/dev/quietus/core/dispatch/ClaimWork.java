package dev.quietus.core.dispatch;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Hands out the next due operation of a built-in queue by running the check at its start on it;
 * refused ones are recorded and passed over. The same request again gets the same operation.
 *
 * @param queue the queue
 * @param worker who claims
 * @param request the marker of this request
 * @param heartbeatTimeout how long the worker may be silent
 */
public record ClaimWork(
        QueueName queue, WorkerId worker, RequestId request, Duration heartbeatTimeout)
        implements Transaction<ClaimWork.Answer> {
    /** How many refused operations one claim passes over before it lets others have a turn. */
    static final int MAX_PASSED_OVER = 100;

    /** When an operation that could not start is offered again. */
    private static final Duration LATER = Duration.ofSeconds(30);

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * This operation is running now.
     *
     * @param operation as it is now
     * @param run its run
     */
    public record Handed(Operation operation, Run run) implements Answer {}

    /** Nothing is due. */
    public record NothingDue() implements Answer {}

    /** More may be due, behind refused work that was passed over; ask again at once. */
    public record AskAgain() implements Answer {}

    @Override
    public Answer apply(Records records) {
        Optional<Operation> before = records.claimed(worker, request);
        if (before.isPresent()) {
            return records.run(before.get().key().run())
                    .<Answer>map(run -> new Handed(before.get(), run))
                    .orElse(new NothingDue());
        }
        for (int i = 0; i < MAX_PASSED_OVER; i++) {
            Optional<Operation> due = records.nextDue(queue);
            if (due.isEmpty()) {
                return new NothingDue();
            }
            Optional<Answer> handed = tryToBegin(records, due.get());
            if (handed.isPresent()) {
                return handed.get();
            }
        }
        return new AskAgain();
    }

    private Optional<Answer> tryToBegin(Records records, Operation due) {
        List<Run> path = records.pathShared(due.key().run());
        BeginOperation begin = new BeginOperation(
                due.key(), Optional.empty(), Claimed.NOTHING, worker, request, heartbeatTimeout);
        return switch (begin.begin(records, path, due)) {
            case BeginOperation.Begun begun ->
                Optional.of(new Handed(begun.operation(), begun.run()));
            case BeginOperation.HasOutcome(var operation)
            when operation.key().equals(due.key()) -> {
                setAside(records, due);
                yield Optional.empty();
            }
            case BeginOperation.HasOutcome outcome -> {
                standIn(records, due, outcome.operation());
                yield Optional.empty();
            }
            case BeginOperation.Denied _,
                    BeginOperation.NoSuchOperation _,
                    BeginOperation.NotDue _,
                    BeginOperation.Conflicting _ -> {
                setAside(records, due);
                yield Optional.empty();
            }
        };
    }

    /** The business operation was carried out under another id: this one never starts (S9). */
    private static void standIn(Records records, Operation due, Operation carriedOut) {
        records.update(due.change()
                .execution(ExecutionState.Event.CANCEL)
                .availableAt(Optional.empty())
                .done());
        records.append(
                due.tree(),
                EventDraft.of(EventType.OPERATIONS_CANCELLED, due.key())
                        .with("operations", List.of(due.key().toString()))
                        .with("reason", "carried_out_as_" + carriedOut.key()));
    }

    /** What can't start now must not stand in the way of what waits behind it. */
    private static void setAside(Records records, Operation due) {
        records.operation(due.tree(), due.key())
                .filter(still -> still.execution().notStarted())
                .ifPresent(still -> records.update(still.change()
                        .availableAt(Optional.of(records.now().plus(LATER)))
                        .done()));
    }
}
