package dev.quietus.ledger;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records in their plainest form, for tests to vary. */
final class Samples {
    static final Instant AT = TestingClock.START;
    static final TreeId TREE = new TreeId("root");

    private Samples() {}

    static Run root(String id) {
        return run(new TreeId(id), id, Optional.empty(), Map.of());
    }

    static Run child(String tree, String id, String parent) {
        return run(new TreeId(tree), id, Optional.of(new RunId(parent)), Map.of());
    }

    static Run labelled(String id, String key, String value) {
        return run(new TreeId(id), id, Optional.empty(), Map.of(key, value));
    }

    private static Run run(
            TreeId tree, String id, Optional<RunId> parent, Map<String, String> labels) {
        return new Run(
                tree,
                new RunId(id),
                parent,
                parent,
                Optional.empty(),
                "team",
                labels,
                Optional.empty(),
                "digest",
                AT,
                RunState.RUNNING,
                Lease.granted(
                        new LeaseId("lease-" + id), Capabilities.of("*"), AT.plusSeconds(3600)),
                1,
                List.of(),
                Optional.empty());
    }

    static Work work(String tool, String key) {
        return Work.of(
                OperationKind.TOOL_CALL,
                new ToolName(tool),
                Effects.EXPECTED,
                new IdempotencyKey(key));
    }

    static Operation queued(Run run, String id) {
        return operation(run, id, work("deployment.reserve", id), ExecutionState.QUEUED);
    }

    static Operation inQueue(Run run, String id, String queue, Instant availableAt) {
        Work plain = work("deployment.reserve", id);
        Work work = new Work(
                plain.kind(),
                plain.tool(),
                plain.effects(),
                plain.provider(),
                Optional.of(new QueueName(queue)),
                plain.idempotencyKey(),
                plain.argumentsDigest(),
                plain.expiresAt(),
                plain.notBefore(),
                false);
        return operation(run, id, work, ExecutionState.QUEUED)
                .change()
                .availableAt(Optional.of(availableAt))
                .done();
    }

    static Operation operation(Run run, String id, Work work, ExecutionState execution) {
        boolean due = execution == ExecutionState.QUEUED || execution == ExecutionState.SCHEDULED;
        return new Operation(
                run.tree(),
                new OperationKey(run.id(), new OperationId(id)),
                work,
                1,
                AT,
                execution,
                EffectState.NONE_EXPECTED,
                due ? Optional.of(AT) : Optional.empty(),
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

    static Operation running(Run run, String id) {
        return begun(queued(run, id));
    }

    static Operation running(Run run, String id, String tool) {
        return begun(operation(run, id, work(tool, id), ExecutionState.QUEUED));
    }

    static Operation begun(Operation accepted) {
        return accepted.change()
                .execution(ExecutionState.Event.BEGIN)
                .effect(EffectState.Event.BEGIN)
                .availableAt(Optional.empty())
                .attempt(attempt(1, "request-" + accepted.key().operation()))
                .done();
    }

    static Attempt attempt(int number, String request) {
        return new Attempt(
                number,
                new WorkerId("worker-1"),
                new RequestId(request),
                AT,
                AT,
                Duration.ofSeconds(30),
                Attempt.Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty());
    }

    static Settlement.Settled settled(Settlement.SettledState state, Instant at) {
        return new Settlement.Settled(state, at, "provider:deployment", "seen", Optional.empty());
    }

    static Barrier barrier(Run run, Selector selector) {
        return new Barrier(
                new BarrierId("stop-" + run.id() + "-" + selector.word()),
                run.tree(),
                run.id(),
                selector,
                AT,
                "operator:thomas",
                "wrong_commit_detected",
                2,
                Optional.empty(),
                Optional.empty(),
                BarrierState.REQUESTED,
                new Barrier.Claim(0, AT),
                Lamps.requested(AT),
                AT,
                Tally.ZERO,
                0,
                Optional.empty(),
                AT);
    }

    static Barrier everything(Run run) {
        return barrier(run, new Selector.Everything());
    }
}
