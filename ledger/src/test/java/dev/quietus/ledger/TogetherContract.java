package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.OneBatch.About;
import dev.quietus.ledger.OneBatch.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What commands of one commit see of one another, and what one of them that fails leaves. */
@Timeout(60)
abstract class TogetherContract extends BatchContract {
    TogetherContract(Engine engine) {
        super(engine);
    }

    private static BeginOperation begin(String run, String id, String business, String request) {
        return new BeginOperation(
                OperationKey.of(run, id),
                Optional.of(Samples.work("deployment.reserve", business)),
                Claimed.NOTHING,
                new WorkerId("worker"),
                new RequestId(request),
                Duration.ofSeconds(30));
    }

    private static BeginOperation beginAccepted(String run, String id) {
        return new BeginOperation(
                OperationKey.of(run, id),
                Optional.empty(),
                Claimed.NOTHING,
                new WorkerId("worker"),
                new RequestId("request-" + id),
                Duration.ofSeconds(30));
    }

    private static Decision denied(Outcome outcome) {
        return answer(outcome, BeginOperation.Denied.class).decision();
    }

    @Test
    void anOperationIsBegunByOneOfTwoRequests() throws Exception {
        registered();
        List<Outcome> outcomes = together(
                begin("root", "one", "one", "first"),
                begin("root", "one", "one", "second"),
                begin("root", "one", "one", "first"));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        assertThat(denied(outcomes.get(1))).isEqualTo(Decision.DENY_OUTCOME_UNKNOWN);
        assertThat(answer(outcomes.get(2), BeginOperation.Begun.class).operation())
                .isEqualTo(operation("root", "one"));
        assertThat(operation("root", "one").attempts()).isOne();
    }

    @Test
    void whatIsTakenInIsFoundByItsBusinessKey() throws Exception {
        registered();
        List<Outcome> outcomes = together(
                begin("root", "one", "same", "first"),
                begin("root", "two", "same", "second"),
                new AcceptOperation(
                        OperationKey.of("root", "three"),
                        Samples.work("another.tool", "same"),
                        Claimed.NOTHING,
                        "agent"));
        assertThat(denied(outcomes.get(1))).isEqualTo(Decision.DENY_OUTCOME_UNKNOWN);
        assertThat(answer(outcomes.get(2), AcceptOperation.Conflict.class).other())
                .isEqualTo(OperationKey.of("root", "one"));
    }

    @Test
    void whatIsFinishedIsNotDoneAgain() throws Exception {
        registered();
        ledger.write(begin("root", "one", "same", "first"));
        List<Outcome> outcomes = together(
                Deeds.finish("root", "one"),
                begin("root", "two", "same", "second"),
                begin("root", "one", "same", "third"),
                Deeds.finish("root", "one"));
        assertThat(answer(outcomes.get(1), BeginOperation.HasOutcome.class)
                        .operation()
                        .key())
                .isEqualTo(OperationKey.of("root", "one"));
        answer(outcomes.get(2), BeginOperation.HasOutcome.class);
        assertThat(answer(outcomes.get(3), FinishOperation.Recorded.class).how())
                .isEqualTo(FinishOperation.How.SAME_AGAIN);
    }

    @Test
    void beginsSaysSomethingOfItselfAndFinishesAtOnce() throws Exception {
        registered();
        List<Outcome> outcomes = together(
                Deeds.begin("child", "one"),
                new Heartbeat(
                        OperationKey.of("child", "one"),
                        1,
                        new WorkerId("worker"),
                        Attempt.Sent.SENT,
                        Optional.of("job-7")),
                Deeds.finish("child", "one"));
        answer(outcomes.get(1), Heartbeat.Recorded.class);
        answer(outcomes.get(2), FinishOperation.Recorded.class);
        Operation stored = operation("child", "one");
        assertThat(stored.execution()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(stored.attempt().orElseThrow().providerJob()).contains("job-7");
    }

    @Test
    void nothingBeginsBehindAStop() throws Exception {
        registered();
        ledger.write(Deeds.queue("child", "queued"));
        List<Outcome> outcomes = together(
                Deeds.begin("root", "before"),
                Deeds.stop("root"),
                Deeds.begin("root", "behind"),
                Deeds.begin("child", "behind"),
                beginAccepted("child", "queued"));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        answer(outcomes.get(1), StopRun.Stopping.class);
        assertThat(denied(outcomes.get(2))).isEqualTo(Decision.DENY_CANCELLED);
        assertThat(denied(outcomes.get(3))).isEqualTo(Decision.DENY_PARENT_REVOKED);
        assertThat(operation("child", "queued").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
    }

    @Test
    void whatAStatementForManyRowsChangesIsSeen() throws Exception {
        registered();
        ledger.write(Deeds.queue("child", "queued"));
        Barrier barrier = Samples.everything(Samples.root("root"));
        List<Outcome> outcomes = together(
                new About<>("root", records -> {
                    records.insert(barrier);
                    return true;
                }),
                Deeds.queue("root", "late"),
                new About<>(
                        "root", records -> records.cancelNotStarted(barrier, 10).size()),
                beginAccepted("child", "queued"),
                beginAccepted("root", "late"));
        assertThat(answer(outcomes.get(2), Integer.class)).isEqualTo(2);
        assertThat(denied(outcomes.get(3))).isEqualTo(Decision.DENY_CANCELLED);
        assertThat(denied(outcomes.get(4))).isEqualTo(Decision.DENY_CANCELLED);
    }

    @Test
    void aResultMovesTheBarrierThatTookItsOperationIn() throws Exception {
        registered();
        ledger.write(Deeds.begin("child", "one"));
        Barrier barrier = Samples.everything(Samples.root("root"));
        ledger.run(records -> records.insert(barrier));
        ledger.clock.move(Duration.ofSeconds(9));
        together(
                new About<>("child", records -> {
                    records.capture(barrier.id(), operationIn(records, "child", "one"));
                    return true;
                }),
                Deeds.finish("child", "one"));
        assertThat(ledger.find(records -> records.barrier(barrier.id())))
                .hasValueSatisfying(moved ->
                        assertThat(moved.lastActivityAt()).isEqualTo(Samples.AT.plusSeconds(9)));
    }

    private static Operation operationIn(Records records, String run, String id) {
        return records.operation(new TreeId("root"), OperationKey.of(run, id)).orElseThrow();
    }

    @Test
    void aChangedRunIsSeenBelow() throws Exception {
        registered();
        ledger.write(Deeds.register("grandchild", Optional.of("child")));
        List<Outcome> outcomes = together(
                Deeds.promote("child"),
                Deeds.stop("root"),
                Deeds.begin("grandchild", "one"),
                Deeds.stop("child"),
                Deeds.begin("grandchild", "two"));
        answer(outcomes.get(2), BeginOperation.Begun.class);
        assertThat(denied(outcomes.get(4))).isEqualTo(Decision.DENY_PARENT_REVOKED);
    }

    @Test
    void aRunAndItsWorkAreWrittenAtOnce() throws Exception {
        registered();
        List<Outcome> outcomes = together(
                Deeds.begin("root", "one"),
                Deeds.register("fresh", Optional.of("child")),
                Deeds.begin("fresh", "one"),
                Deeds.register("other", Optional.empty()),
                Deeds.begin("other", "one"),
                Deeds.finish("fresh", "one"));
        answer(outcomes.get(2), BeginOperation.Begun.class);
        answer(outcomes.get(4), BeginOperation.Begun.class);
        answer(outcomes.get(5), FinishOperation.Recorded.class);
    }

    @Test
    void aHintThatIsWrongCostsTimeOnly() throws Exception {
        registered();
        ledger.write(begin("root", "one", "k1", "first"));
        ledger.write(begin("root", "two", "k2", "second"));
        Foreseen wrong = Foreseen.of(OperationKey.of("root", "one"))
                .withOthers(Optional.of(new IdempotencyKey("k2")));
        List<Outcome> outcomes = together(
                Deeds.begin("root", "three"),
                new Hinted(
                        wrong,
                        records ->
                                records
                                        .operationsOf(new RunId("root"), new IdempotencyKey("k2"))
                                        .stream()
                                        .map(Operation::key)
                                        .toList()),
                new Hinted(
                        wrong,
                        records ->
                                records
                                        .operationsOf(new RunId("root"), new IdempotencyKey("k1"))
                                        .stream()
                                        .map(Operation::key)
                                        .toList()),
                new Hinted(
                        Foreseen.of(OperationKey.of("nowhere", "one"))
                                .withOthers(Optional.empty())
                                .withHolders(),
                        records -> records.run(new RunId("nowhere")).isPresent()));
        assertThat(outcomes.subList(1, 4))
                .containsExactly(
                        new Outcome.Answered(List.of(OperationKey.of("root", "two"))),
                        new Outcome.Answered(List.of(OperationKey.of("root", "one"))),
                        new Outcome.Answered(false));
    }

    private record Hinted(Foreseen foreseen, Transaction<Object> work)
            implements Transaction<Object> {
        @Override
        public Object apply(Records records) {
            return work.apply(records);
        }

        @Override
        public Optional<Foreseen> foresees() {
            return Optional.of(foreseen);
        }
    }
}
