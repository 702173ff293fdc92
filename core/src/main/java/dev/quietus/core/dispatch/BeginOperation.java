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
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The check at the moment work starts: one transaction that decides and records. Allowed: the
 * operation is durably running before its first side effect (S1, S12). Refused: that is recorded,
 * and under a stop the operation is taken out right here.
 *
 * @param key run and operation
 * @param accept what to take in first where the operation is not accepted yet
 * @param claimed what the caller says it acts under
 * @param worker who will carry it out
 * @param request the marker of this request: the same again gets the same answer
 * @param heartbeatTimeout how long the worker may be silent
 */
public record BeginOperation(
        OperationKey key,
        Optional<Work> accept,
        Claimed claimed,
        WorkerId worker,
        RequestId request,
        Duration heartbeatTimeout)
        implements Transaction<BeginOperation.Answer> {

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * It is running, begun by this request.
     *
     * @param operation as it is now
     * @param run its run
     */
    public record Begun(Operation operation, Run run) implements Answer {}

    /**
     * Authority said no; it did not start.
     *
     * @param decision why
     * @param operation as it is now, where it is accepted
     */
    public record Denied(Decision decision, Optional<Operation> operation) implements Answer {}

    /**
     * The business operation has an outcome; nothing is run again (S9).
     *
     * @param operation the one that has it
     */
    public record HasOutcome(Operation operation) implements Answer {}

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    /**
     * It must not start yet.
     *
     * @param notBefore when it may
     */
    public record NotDue(Instant notBefore) implements Answer {}

    /**
     * The work to take in first conflicts with what is there.
     *
     * @param conflict how
     */
    public record Conflicting(AcceptOperation.Conflict conflict) implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key).withOthers(accept.map(Work::idempotencyKey)));
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        if (path.isEmpty()) {
            return new Denied(Decision.DENY_UNKNOWN_RUN, Optional.empty());
        }
        Run run = path.getFirst();
        Optional<Operation> found = records.operation(run.tree(), key);
        Optional<Operation> taken = takenByTheSameRequest(records, found);
        if (taken.isPresent()) {
            return new Conflicting(new AcceptOperation.Conflict(
                    "request_id '" + request + "' of worker '" + worker
                            + "' is that of a running operation of a queue",
                    taken.get().key()));
        }
        if (found.isPresent() && accept.isEmpty()) {
            return begin(records, path, found.get());
        }
        if (accept.isEmpty()) {
            return new NoSuchOperation();
        }
        SameBusiness sameBusiness =
                new SameBusiness(records, run, key.operation(), accept.get().idempotencyKey());
        return switch (new AcceptOperation(key, accept.get(), claimed, "worker:" + worker)
                .within(records, path, found, sameBusiness)) {
            case AcceptOperation.Accepted accepted ->
                begin(records, path, accepted.operation(), sameBusiness);
            case AcceptOperation.Denied denied -> new Denied(denied.decision(), Optional.empty());
            case AcceptOperation.Conflict conflict -> new Conflicting(conflict);
        };
    }

    /** Of the operations of queues one at most runs by a request: a claim asked twice finds it. */
    private Optional<Operation> takenByTheSameRequest(Records records, Optional<Operation> found) {
        boolean queued =
                found.map(Operation::work).or(() -> accept).flatMap(Work::queue).isPresent();
        return queued
                ? records.claimed(worker, request).filter(other -> !other.key().equals(key))
                : Optional.empty();
    }

    /** Begins an operation that has been read and locked already. */
    Answer begin(Records records, List<Run> path, Operation operation) {
        SameBusiness sameBusiness = new SameBusiness(
                records,
                path.getFirst(),
                operation.key().operation(),
                operation.work().idempotencyKey());
        return begin(records, path, operation, sameBusiness);
    }

    private Answer begin(
            Records records, List<Run> path, Operation operation, SameBusiness sameBusiness) {
        Run run = path.getFirst();
        Optional<Attempt> attempt = operation.attempt();
        boolean sameRequest = attempt.isPresent()
                && attempt.get().worker().equals(worker)
                && attempt.get().request().equals(request);
        if (sameRequest && operation.execution() == ExecutionState.RUNNING) {
            return new Begun(operation, run);
        }
        if (sameRequest && operation.execution().notStarted()) {
            // Its attempt is over and another is scheduled: that one has a marker of its own.
            return new HasOutcome(operation);
        }
        if (operation.execution().hasOutcome()
                && operation.execution() != ExecutionState.REJECTED) {
            return new HasOutcome(operation);
        }
        List<Operation> others = sameBusiness.others();
        Optional<Operation> before =
                others.stream().filter(BeginOperation::carriedOut).findFirst();
        List<Operation> unclear =
                others.stream().filter(other -> !carriedOut(other)).toList();
        Decision decision = Authority.mayBegin(path, claimed, operation, unclear, records.now());
        if (!decision.allowed()) {
            return denied(records, path, operation, decision);
        }
        if (before.isPresent()) {
            return new HasOutcome(before.get());
        }
        if (operation.availableAt().filter(at -> records.now().isBefore(at)).isPresent()) {
            return new NotDue(operation.availableAt().orElseThrow());
        }
        return new Begun(start(records, operation), run);
    }

    private static boolean carriedOut(Operation other) {
        return other.execution() == ExecutionState.SUCCEEDED
                || other.effect() == EffectState.VERIFIED_PRESENT;
    }

    private Operation start(Records records, Operation operation) {
        Instant now = records.now();
        Attempt attempt = new Attempt(
                operation.attempts() + 1,
                worker,
                request,
                now,
                now,
                heartbeatTimeout,
                Attempt.Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty());
        OperationChange change = operation
                .change()
                .execution(ExecutionState.Event.BEGIN)
                .availableAt(Optional.empty())
                .attempt(attempt)
                .cancelRequest(new CancelRequest.NotRequested())
                .settlement(new Settlement.Open())
                .looking(Looking.NOT_YET);
        if (operation.work().effects() == Effects.EXPECTED) {
            change.effect(EffectState.Event.BEGIN);
        }
        Operation begun = change.done();
        records.update(begun);
        records.append(
                operation.tree(),
                EventDraft.of(EventType.OPERATION_BEGUN, operation.key())
                        .with("attempt", attempt.number())
                        .with("worker", worker.value())
                        .with("tool", operation.work().tool().value())
                        .with("revocation_epoch", operation.epoch()));
        return begun;
    }

    private Answer denied(Records records, List<Run> path, Operation operation, Decision decision) {
        ToolName tool = operation.work().tool();
        boolean stopped = Authority.revoked(path)
                || Authority.toolStopped(path, tool.value())
                || operation.cancelledBy().isPresent();
        if (!stopped) {
            return deniedWithoutStop(records, operation, decision);
        }
        Operation now = operation;
        if (operation.execution().notStarted()) {
            now = StopScope.takeOut(records, path, operation);
        }
        LateFacts.attemptDenied(records, path, operation.key(), tool, decision, "begin");
        return new Denied(decision, Optional.of(now));
    }

    private Answer deniedWithoutStop(Records records, Operation operation, Decision decision) {
        Operation now = operation;
        if (decision.lasting() && operation.execution().notStarted()) {
            now = operation
                    .change()
                    .execution(ExecutionState.Event.DENY)
                    .availableAt(Optional.empty())
                    .done();
            records.update(now);
        }
        records.append(
                operation.tree(),
                EventDraft.of(EventType.OPERATION_DENIED, operation.key())
                        .with("decision", Wire.of(decision))
                        .with("asked", "begin")
                        .with("state", Wire.of(now.execution())));
        return new Denied(decision, Optional.of(now));
    }
}
