package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Authority;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;

import java.util.List;
import java.util.Optional;

/**
 * A worker's sign of life, with what it knows of its request to the provider; the answer says
 * whether a stop was requested.
 *
 * @param key run and operation
 * @param attempt the attempt it speaks for
 * @param worker who speaks
 * @param sent what it says of its request
 * @param providerJob the provider's job, as soon as it is known
 * @param detail what else is known, for people; kept in the event
 */
public record Heartbeat(
        OperationKey key,
        int attempt,
        WorkerId worker,
        Attempt.Sent sent,
        Optional<String> providerJob,
        Optional<String> detail)
        implements Transaction<Heartbeat.Answer> {

    /** A sign of life with nothing for people. */
    public Heartbeat(
            OperationKey key,
            int attempt,
            WorkerId worker,
            Attempt.Sent sent,
            Optional<String> providerJob) {
        this(key, attempt, worker, sent, providerJob, Optional.empty());
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * It is recorded.
     *
     * @param operation as it is now
     * @param stopRequested whether the work is to end
     */
    public record Recorded(Operation operation, boolean stopRequested) implements Answer {}

    /**
     * The attempt is not the current one, or not this worker's: it was given up.
     *
     * @param operation as it is now
     */
    public record NotYours(Operation operation) implements Answer {}

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        Foreseen plain = Foreseen.of(key);
        boolean news =
                sent != Attempt.Sent.NOT_REPORTED || providerJob.isPresent() || detail.isPresent();
        return Optional.of(news ? plain.withHolders() : plain);
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        Optional<Operation> found = path.isEmpty()
                ? Optional.empty()
                : records.operation(path.getFirst().tree(), key);
        if (found.isEmpty()) {
            return new NoSuchOperation();
        }
        Operation operation = found.get();
        Optional<Attempt> current = operation
                .attempt()
                .filter(each -> each.number() == attempt && each.worker().equals(worker));
        if (current.isEmpty()) {
            return new NotYours(operation);
        }
        Operation after = record(records, operation, current.get());
        return new Recorded(after, stopRequested(path, after));
    }

    /** Tells whether work of this operation is to end. */
    static boolean stopRequested(List<Run> path, Operation operation) {
        return operation.cancelledBy().isPresent()
                || Authority.revoked(path)
                || Authority.toolStopped(path, operation.work().tool().value());
    }

    private Operation record(Records records, Operation operation, Attempt current) {
        Attempt alive = current.heartbeat(records.now(), sent, providerJob);
        boolean news = alive.sent() != current.sent()
                || !alive.providerJob().equals(current.providerJob())
                || detail.isPresent();
        OperationChange change = operation.change().attempt(alive);
        if (news && operation.looking().nextAt().isPresent()) {
            change.looking(operation.looking().nextAt(records.now()));
        }
        Operation after = change.done();
        if (operation.execution() == ExecutionState.RUNNING || news) {
            records.update(after);
        }
        if (news) {
            records.append(
                    operation.tree(),
                    EventDraft.of(EventType.OPERATION_REPORTED, key)
                            .with("attempt", attempt)
                            .with("worker", worker.value())
                            .with("sent", Wire.of(alive.sent()))
                            .with("provider_job", alive.providerJob())
                            .with("detail", detail));
            BarrierMoves.operationReported(records, after);
        }
        return after;
    }
}
