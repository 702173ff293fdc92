package dev.quietus.core.dispatch;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.Authority;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A person's yes or no to work that waits for it. A decision for work that a stop has taken out is
 * stale: it is recorded, ignored, and answered the same way every time.
 *
 * @param key run and operation
 * @param approve yes or no
 * @param reason why, required for a no
 * @param person who decided
 */
public record DecideOperation(
        OperationKey key, boolean approve, Optional<String> reason, String person)
        implements Transaction<DecideOperation.Answer> {
    /** Checks the reason. */
    public DecideOperation {
        reason.ifPresent(text -> Text.requiredSentence("reason", text));
        if (!approve && reason.isEmpty()) {
            throw new IllegalArgumentException("reason is missing: a rejection says why");
        }
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * It is decided, now or before in the same way.
     *
     * @param operation as it is now
     */
    public record Decided(Operation operation) implements Answer {}

    /**
     * The work was taken out before; the decision is ignored.
     *
     * @param operation as it is now
     */
    public record Stale(Operation operation) implements Answer {}

    /**
     * The work waits for no decision.
     *
     * @param operation as it is now
     */
    public record NotWaiting(Operation operation) implements Answer {}

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key));
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
        boolean stopped = Authority.revoked(path)
                || Authority.toolStopped(path, operation.work().tool().value())
                || operation.cancelledBy().isPresent()
                || operation.execution() == ExecutionState.CANCELLED_BEFORE_START;
        if (stopped) {
            return stale(records, path, operation);
        }
        if (operation.execution() != ExecutionState.AWAITING_APPROVAL) {
            boolean same = operation.approvedBy().isPresent()
                    && approve == (operation.execution() != ExecutionState.REJECTED);
            return same ? new Decided(operation) : new NotWaiting(operation);
        }
        return decide(records, operation);
    }

    private Answer stale(Records records, List<Run> path, Operation operation) {
        records.append(
                operation.tree(),
                EventDraft.of(EventType.STALE_DECISION_IGNORED, key)
                        .under(operation.cancelledBy())
                        .with("decision", approve ? "approve" : "reject")
                        .with("by", person));
        LateFacts.attemptDenied(
                records,
                path,
                key,
                operation.work().tool(),
                dev.quietus.core.authority.Decision.DENY_CANCELLED,
                approve ? "approve" : "reject");
        return new Stale(operation);
    }

    private Answer decide(Records records, Operation operation) {
        Instant now = records.now();
        Optional<Instant> later = operation.work().notBefore().filter(now::isBefore);
        OperationChange change = operation.change().approvedBy(person);
        if (!approve) {
            change.execution(ExecutionState.Event.REJECT);
        } else {
            change.execution(
                            later.isPresent()
                                    ? ExecutionState.Event.APPROVE_FOR_LATER
                                    : ExecutionState.Event.APPROVE)
                    .availableAt(Optional.of(later.orElse(now)));
        }
        Operation decided = change.done();
        records.update(decided);
        records.append(
                operation.tree(),
                EventDraft.of(
                                approve
                                        ? EventType.OPERATION_APPROVED
                                        : EventType.OPERATION_REJECTED,
                                key)
                        .with("by", person)
                        .with("reason", reason)
                        .with("state", Wire.of(decided.execution())));
        return new Decided(decided);
    }
}
