package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Authority;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.Run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes work in: authority as in begin except the start conditions, then the operation is written,
 * stamped with the run's epoch. The same content under the same id again answers the same.
 *
 * @param key run and operation
 * @param work what is asked for
 * @param claimed what the caller says it acts under
 * @param requestedBy who asks
 */
public record AcceptOperation(OperationKey key, Work work, Claimed claimed, String requestedBy)
        implements Transaction<AcceptOperation.Answer> {

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * The operation is there.
     *
     * @param operation as it is now
     * @param created whether this call made it
     */
    public record Accepted(Operation operation, boolean created) implements Answer {}

    /**
     * Authority said no; nothing was taken in.
     *
     * @param decision why
     */
    public record Denied(Decision decision) implements Answer {}

    /**
     * The id or the business key is bound to other content.
     *
     * @param why what differs
     * @param other the operation that has it
     */
    public record Conflict(String why, OperationKey other) implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key).withOthers(Optional.of(work.idempotencyKey())));
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        if (path.isEmpty()) {
            return new Denied(Decision.DENY_UNKNOWN_RUN);
        }
        Run run = path.getFirst();
        return within(
                records,
                path,
                records.operation(run.tree(), key),
                new SameBusiness(records, run, key.operation(), work.idempotencyKey()));
    }

    /** The same for a caller that has read and locked the path and the operation already. */
    Answer within(
            Records records,
            List<Run> path,
            Optional<Operation> existing,
            SameBusiness sameBusiness) {
        Run run = path.getFirst();
        if (existing.isPresent()) {
            return existing.get().work().equals(work)
                    ? new Accepted(existing.get(), false)
                    : new Conflict(
                            "operation_id '" + key.operation()
                                    + "' was accepted with other content",
                            key);
        }
        Decision decision = Authority.mayAccept(path, claimed, work, records.now());
        if (!decision.allowed()) {
            recordDenial(records, path, decision);
            return new Denied(decision);
        }
        for (Operation other : sameBusiness.others()) {
            if (!other.work().argumentsDigest().equals(work.argumentsDigest())
                    || !other.work().tool().equals(work.tool())) {
                return new Conflict(
                        "idempotency_key '" + work.idempotencyKey()
                                + "' is bound to other arguments by operation '" + other.key()
                                + "'",
                        other.key());
            }
        }
        Operation accepted = fresh(run, records.now());
        records.append(run.tree(), event(accepted));
        records.insert(accepted);
        return new Accepted(accepted, true);
    }

    private void recordDenial(Records records, List<Run> path, Decision decision) {
        if (Authority.revoked(path) || Authority.toolStopped(path, work.tool().value())) {
            LateFacts.attemptDenied(records, path, key, work.tool(), decision, "accept");
        } else {
            records.append(
                    path.getFirst().tree(),
                    EventDraft.of(EventType.OPERATION_DENIED, key)
                            .with("decision", Wire.of(decision))
                            .with("asked", "accept")
                            .with("tool", work.tool().value()));
        }
    }

    private Operation fresh(Run run, Instant now) {
        boolean later = work.notBefore().filter(now::isBefore).isPresent();
        boolean approval = work.requiresApproval() || work.kind() == OperationKind.RECOVERY;
        ExecutionState state = approval
                ? ExecutionState.AWAITING_APPROVAL
                : later ? ExecutionState.SCHEDULED : ExecutionState.QUEUED;
        return new Operation(
                run.tree(),
                key,
                work,
                run.epoch(),
                now,
                state,
                EffectState.NONE_EXPECTED,
                approval
                        ? Optional.empty()
                        : Optional.of(later ? work.notBefore().orElseThrow() : now),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                new CancelRequest.NotRequested(),
                new Settlement.Open(),
                Looking.NOT_YET,
                Optional.empty(),
                Optional.empty());
    }

    private EventDraft event(Operation accepted) {
        return EventDraft.of(EventType.OPERATION_ACCEPTED, key)
                .with("kind", Wire.of(work.kind()))
                .with("tool", work.tool().value())
                .with("effects", Wire.of(work.effects()))
                .with("state", Wire.of(accepted.execution()))
                .with("revocation_epoch", accepted.epoch())
                .with("idempotency_key", work.idempotencyKey().value())
                .with("arguments_digest", work.argumentsDigest())
                .with("queue", work.queue())
                .with("not_before", work.notBefore().map(Wire::time))
                .with("by", requestedBy);
    }
}
