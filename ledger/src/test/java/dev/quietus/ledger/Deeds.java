package dev.quietus.ledger;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.RunId;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The transactions of production in their plainest form. */
final class Deeds {
    static final QueueName QUEUE = new QueueName("jobs");

    private Deeds() {}

    static RegisterRun register(String id, Optional<String> parent) {
        return new RegisterRun(
                new RunId(id),
                parent.map(RunId::new),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Capabilities.of("*")),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                new LeaseId("lease-" + id),
                "agent",
                Duration.ofHours(1));
    }

    static PromoteRun promote(String id) {
        return new PromoteRun(new RunId(id), "it goes on alone", "operator");
    }

    static StopRun stop(String id) {
        return new StopRun(
                new RunId(id),
                new Selector.Everything(),
                "wrong_commit_detected",
                "operator",
                Optional.empty(),
                Optional.empty());
    }

    static BeginOperation begin(String run, String operation) {
        return new BeginOperation(
                OperationKey.of(run, operation),
                Optional.of(Samples.work("deployment.reserve", operation)),
                Claimed.NOTHING,
                new WorkerId("worker"),
                new RequestId("request-" + operation),
                Duration.ofSeconds(30));
    }

    static FinishOperation finish(String run, String operation) {
        return new FinishOperation(
                OperationKey.of(run, operation),
                1,
                new WorkerId("worker"),
                new FinishOperation.Report(
                        Attempt.Outcome.SUCCEEDED,
                        Attempt.ReportedEffect.NOT_REPORTED,
                        Attempt.Sent.SENT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                Optional.empty());
    }

    static AcceptOperation queue(String run, String operation) {
        Work plain = Samples.work("deployment.reserve", operation);
        return new AcceptOperation(
                OperationKey.of(run, operation),
                new Work(
                        plain.kind(),
                        plain.tool(),
                        plain.effects(),
                        plain.provider(),
                        Optional.of(QUEUE),
                        plain.idempotencyKey(),
                        plain.argumentsDigest(),
                        plain.expiresAt(),
                        plain.notBefore(),
                        false),
                Claimed.NOTHING,
                "agent");
    }

    static ClaimWork claim(String worker, String request) {
        return new ClaimWork(
                QUEUE, new WorkerId(worker), new RequestId(request), Duration.ofSeconds(30));
    }
}
