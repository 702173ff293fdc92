package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.Records.Label;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class DispatchContract {
    @RegisterExtension
    final TestingLedger ledger;

    DispatchContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Run ROOT = Samples.root("root");
    private static final QueueName CHECKS = new QueueName("checks");

    private void accepted(Operation... operations) {
        ledger.run(records -> {
            if (records.run(ROOT.id()).isEmpty()) {
                records.insert(ROOT);
            }
            List.of(operations).forEach(records::insert);
        });
    }

    private Optional<String> claim() {
        return ledger.write(records -> {
            Optional<Operation> next = records.nextDue(CHECKS);
            next.ifPresent(due -> records.update(Samples.begun(due)));
            return next.map(due -> due.key().operation().value());
        });
    }

    @Test
    void handsOutWhatIsLongestDueAndThenWhatWasAcceptedFirst() {
        Instant at = Samples.AT;
        accepted(
                Samples.inQueue(ROOT, "z", "checks", at),
                Samples.inQueue(ROOT, "y", "checks", at),
                Samples.inQueue(ROOT, "later", "checks", at.plusSeconds(5)),
                Samples.inQueue(ROOT, "elsewhere", "other", at.minusSeconds(9)));
        accepted(
                Samples.inQueue(ROOT, "a", "checks", at),
                Samples.inQueue(ROOT, "old", "checks", at.minusSeconds(5)));
        accepted(Samples.queued(ROOT, "unqueued"));
        List<String> order = new ArrayList<>();
        Optional<String> next = claim();
        while (next.isPresent()) {
            order.add(next.get());
            next = claim();
        }
        assertThat(order).containsExactly("old", "z", "y", "a");
        ledger.clock.move(Duration.ofSeconds(5));
        assertThat(claim()).contains("later");
        assertThat(claim()).isEmpty();
    }

    @Test
    void findsWhatARequestWasHandedOutOfAQueue() {
        Operation handed = Samples.begun(Samples.inQueue(ROOT, "one", "checks", Samples.AT));
        Operation begun = Samples.begun(Samples.queued(ROOT, "two"));
        accepted(handed, begun);
        WorkerId worker = new WorkerId("worker-1");
        RequestId request = new RequestId("request-one");
        assertThat(ledger.find(records -> records.claimed(worker, request))).contains(handed);
        assertThat(ledger.find(records -> records.claimed(new WorkerId("w"), request)))
                .isEmpty();
        assertThat(ledger.find(records -> records.claimed(worker, new RequestId("request-two"))))
                .isEmpty();
        ledger.run(records -> records.update(
                handed.change().execution(ExecutionState.Event.FINISH_FAILED).done()));
        assertThat(ledger.find(records -> records.claimed(worker, request))).isEmpty();
    }

    @Test
    void findsWorkersThatFellSilent() {
        Operation running = Samples.running(ROOT, "one");
        accepted(running, Samples.queued(ROOT, "two"));
        ledger.clock.move(Duration.ofMillis(29_999));
        assertThat(ledger.list(records -> records.silent(10))).isEmpty();
        ledger.clock.move(Duration.ofMillis(1));
        assertThat(ledger.list(records -> records.silent(10))).containsExactly(running);
        ledger.run(records -> records.update(
                running.change().execution(ExecutionState.Event.LOSE).done()));
        assertThat(ledger.list(records -> records.silent(10))).isEmpty();
    }

    @Test
    void findsOperationsByTheirBusinessKeyWithinARun() {
        Operation first =
                Samples.operation(ROOT, "one", Samples.work("t", "key"), ExecutionState.QUEUED);
        Operation second =
                Samples.operation(ROOT, "two", Samples.work("t", "key"), ExecutionState.QUEUED);
        Run other = Samples.root("other");
        accepted(first, second, Samples.queued(ROOT, "three"));
        ledger.run(records -> {
            records.insert(other);
            records.insert(Samples.operation(
                    other, "one", Samples.work("t", "key"), ExecutionState.QUEUED));
        });
        assertThat(ledger.list(
                        records -> records.operationsOf(ROOT.id(), new IdempotencyKey("key"))))
                .containsExactly(first, second);
        assertThat(ledger.list(records ->
                        records.operationsOf(new RunId("absent"), new IdempotencyKey("key"))))
                .isEmpty();
    }

    @Test
    void countsAndFindsWhatIsNotOver() {
        Operation queued = Samples.queued(ROOT, "queued");
        Operation approval = Samples.operation(
                ROOT, "approval", Samples.work("t", "k"), ExecutionState.AWAITING_APPROVAL);
        accepted(
                queued,
                approval,
                Samples.running(ROOT, "running"),
                Samples.operation(ROOT, "denied", Samples.work("t", "k"), ExecutionState.DENIED));
        assertThat(ledger.<Long>read(records -> records.unfinished(ROOT.id()))).isEqualTo(3);
        assertThat(ledger.list(records -> records.notStarted(ROOT.id(), 10)))
                .containsExactlyInAnyOrder(queued, approval);
        assertThat(ledger.list(records -> records.notStarted(ROOT.id(), 1))).hasSize(1);
        assertThat(ledger.<Long>read(records -> records.unfinished(new RunId("absent"))))
                .isZero();
    }

    @Test
    void findsRunsWhoseLeaseHasRunOut() {
        Run soon = Samples.root("soon")
                .withLease(Lease.granted(
                        new LeaseId("l"), ROOT.lease().capabilities(), Samples.AT.plusSeconds(10)));
        Run over = soon.withState(RunState.COMPLETED, Optional.of(Samples.AT));
        accepted();
        ledger.run(records -> records.insert(soon));
        ledger.clock.move(Duration.ofMillis(9_999));
        assertThat(ledger.list(records -> records.runsToExpire(10))).isEmpty();
        ledger.clock.move(Duration.ofMillis(1));
        assertThat(ledger.list(records -> records.runsToExpire(10))).containsExactly(soon);
        ledger.run(records -> records.update(over));
        assertThat(ledger.list(records -> records.runsToExpire(10))).isEmpty();
    }

    @Test
    void listsTheRunsThatAStopOfManyIsAbout() {
        ledger.run(records -> {
            records.insert(Samples.labelled("c", "env", "prod"));
            records.insert(Samples.labelled("a", "env", "prod"));
            records.insert(Samples.labelled("b", "env", "test"));
            records.insert(Samples.child("a", "a-child", "a"));
            records.insert(
                    Samples.root("d").withState(RunState.CANCELLED, Optional.of(Samples.AT)));
        });
        Optional<Label> prod = Optional.of(new Label("env", "prod"));
        assertThat(ledger.list(
                        records -> records.runsToStop(Optional.empty(), Optional.empty(), 10)))
                .containsExactly(new RunId("a"), new RunId("b"), new RunId("c"));
        assertThat(ledger.list(records ->
                        records.runsToStop(Optional.empty(), Optional.of(new RunId("a")), 1)))
                .containsExactly(new RunId("b"));
        assertThat(ledger.list(records -> records.runsToStop(prod, Optional.empty(), 10)))
                .containsExactly(new RunId("a"), new RunId("c"));
        assertThat(ledger.list(
                        records -> records.runsToStop(prod, Optional.of(new RunId("a")), 10)))
                .containsExactly(new RunId("c"));
    }
}
