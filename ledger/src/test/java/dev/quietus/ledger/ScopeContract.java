package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The tree: root over child over grandchild; promoted was below child and hangs on nobody any more,
 * with its own child below it; other is a tree of its own.
 */
abstract class ScopeContract {
    @RegisterExtension
    final TestingLedger ledger;

    ScopeContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Run ROOT = Samples.root("root");
    private static final Run CHILD = Samples.child("root", "child", "root");
    private static final Run GRANDCHILD = Samples.child("root", "grandchild", "child");
    private static final Run PROMOTED = Samples.child("root", "promoted", "child");
    private static final Run BELOW_PROMOTED = Samples.child("root", "below-promoted", "promoted");
    private static final Run OTHER = Samples.root("other");
    private static final List<Run> ALL =
            List.of(ROOT, CHILD, GRANDCHILD, PROMOTED, BELOW_PROMOTED, OTHER);

    @BeforeEach
    void makesTheTree() {
        ledger.run(records -> {
            ALL.forEach(records::insert);
            records.update(PROMOTED.promoted());
        });
    }

    private Barrier stop(Run run, Selector selector) {
        Barrier barrier = Samples.barrier(run, selector);
        ledger.run(records -> records.insert(barrier));
        return barrier;
    }

    private List<String> swept(Barrier barrier) {
        return ledger.write(records -> records.cancelNotStarted(barrier, 100)).stream()
                .map(each -> each.key().toString())
                .sorted()
                .toList();
    }

    private void queueInEveryRun(String tool, String id) {
        ledger.run(records -> ALL.forEach(run -> records.insert(
                Samples.operation(run, id, Samples.work(tool, id), ExecutionState.QUEUED))));
    }

    @Test
    void reachesEveryRunBelowButNoPromotedOne() {
        queueInEveryRun("deployment.reserve", "one");
        assertThat(swept(stop(CHILD, new Selector.Everything())))
                .containsExactly("child/one", "grandchild/one");
        assertThat(swept(stop(ROOT, new Selector.Everything()))).containsExactly("root/one");
        assertThat(swept(stop(PROMOTED, new Selector.Everything())))
                .containsExactly("below-promoted/one", "promoted/one");
    }

    @Test
    void takesOneOperationOutOfItsOwnRunOnly() {
        queueInEveryRun("deployment.reserve", "one");
        queueInEveryRun("deployment.reserve", "two");
        assertThat(swept(stop(ROOT, new Selector.OneOperation(new OperationId("one")))))
                .containsExactly("root/one");
    }

    @Test
    void takesMatchingToolsOutOfTheWholeScopeAndComparesThemExactly() {
        queueInEveryRun("deployment.reserve", "one");
        queueInEveryRun("deployment.delete", "two");
        queueInEveryRun("Deployment.reserve", "three");
        queueInEveryRun("deploymentXreserve", "four");
        queueInEveryRun("mail.send", "five");
        assertThat(swept(stop(CHILD, new Selector.Tools(new CapabilityPattern("mail.send")))))
                .containsExactly("child/five", "grandchild/five");
        assertThat(swept(stop(CHILD, new Selector.Tools(new CapabilityPattern("deployment.*")))))
                .containsExactly("child/one", "child/two", "grandchild/one", "grandchild/two");
        assertThat(swept(stop(CHILD, new Selector.Tools(new CapabilityPattern("*")))))
                .containsExactly(
                        "child/four", "child/three", "grandchild/four", "grandchild/three");
    }

    @Test
    void marksWhatItTakesOutAndSortsIt() {
        Work timer = Work.of(
                OperationKind.TIMER, new ToolName("t"), Effects.NONE, new IdempotencyKey("k"));
        Work callback = Work.of(
                OperationKind.CALLBACK, new ToolName("t"), Effects.NONE, new IdempotencyKey("k"));
        Work retry = Work.of(
                OperationKind.RETRY, new ToolName("t"), Effects.NONE, new IdempotencyKey("k"));
        Operation again = again(ROOT);
        List<Operation> waiting = List.of(
                Samples.queued(ROOT, "queued"),
                Samples.operation(
                        ROOT, "approval", Samples.work("t", "k"), ExecutionState.AWAITING_APPROVAL),
                Samples.operation(ROOT, "timer", timer, ExecutionState.SCHEDULED),
                Samples.operation(ROOT, "callback", callback, ExecutionState.QUEUED),
                Samples.operation(ROOT, "retry", retry, ExecutionState.SCHEDULED),
                again,
                Samples.queued(ROOT, "taken")
                        .change()
                        .cancelledBy(new BarrierId("earlier"))
                        .done());
        Operation running = Samples.running(ROOT, "running");
        ledger.run(records -> {
            waiting.forEach(records::insert);
            records.insert(running);
        });
        Barrier barrier = stop(ROOT, new Selector.Everything());
        List<Swept> expected = waiting.stream().map(Swept::of).toList();
        assertThat(ledger.changed(records -> records.cancelNotStarted(barrier, 100)))
                .containsExactlyElementsOf(expected);
        for (Operation before : waiting) {
            Operation after = before.change()
                    .execution(ExecutionState.Event.CANCEL)
                    .availableAt(Optional.empty())
                    .cancelledBy(barrier.id())
                    .done();
            assertThat(ledger.find(records -> records.operation(before.tree(), before.key())))
                    .contains(after);
        }
        assertThat(ledger.find(records -> records.operation(running.tree(), running.key())))
                .contains(running);
        assertThat(ledger.changed(records -> records.cancelNotStarted(barrier, 100)))
                .isEmpty();
    }

    /** Its first attempt has ended, and it waits for the next. */
    private static Operation again(Run run) {
        return Samples.running(run, "again")
                .change()
                .execution(ExecutionState.Event.FINISH_FOR_RETRY)
                .availableAt(Optional.of(Samples.AT))
                .done();
    }

    @Test
    void takesWhatWaitsOutOfTheRunsThatAreNamed() {
        queueInEveryRun("deployment.reserve", "one");
        queueInEveryRun("mail.send", "two");
        Operation again = again(CHILD);
        ledger.run(records -> {
            records.insert(again);
            records.insert(Samples.running(CHILD, "running"));
            records.insert(Samples.operation(
                    CHILD, "asked", Samples.work("t", "k"), ExecutionState.AWAITING_APPROVAL));
        });
        Barrier barrier = stop(CHILD, new Selector.Everything());
        Barrier mails = stop(CHILD, new Selector.Tools(new CapabilityPattern("mail.*")));
        Barrier two = stop(CHILD, new Selector.OneOperation(new OperationId("two")));
        assertThat(waiting(barrier, 100))
                .containsExactly("child", "child", "child", "grandchild", "grandchild");
        assertThat(waiting(barrier, 2)).hasSize(2);
        assertThat(waiting(mails, 100)).containsExactly("child", "grandchild");
        assertThat(waiting(two, 100)).containsExactly("child");
        assertThat(taken(mails, GRANDCHILD)).containsExactly("grandchild/two");
        assertThat(taken(barrier, CHILD, GRANDCHILD))
                .containsExactly("child/asked", "child/one", "child/two", "grandchild/one");
        assertThat(taken(barrier, CHILD, GRANDCHILD)).isEmpty();
        assertThat(waiting(barrier, 100)).isEmpty();
        assertThat(ledger.find(records -> records.operation(again.tree(), again.key())))
                .as("an earlier attempt is to be taken in first")
                .contains(again);
    }

    private List<String> waiting(Barrier barrier, int most) {
        return ledger.list(records -> records.waiting(barrier, most)).stream()
                .map(RunId::value)
                .sorted()
                .toList();
    }

    private List<String> taken(Barrier barrier, Run... runs) {
        List<RunId> ids = Stream.of(runs).map(Run::id).toList();
        return ledger.write(records -> records.cancelWaiting(barrier, ids, 100)).stream()
                .map(each -> each.key().toString())
                .sorted()
                .toList();
    }

    @Test
    void sweepsTenThousandInBatches() {
        List<String> ids = new ArrayList<>();
        for (int batch = 0; batch < 10; batch++) {
            int from = batch * 1_000;
            ledger.run(records -> {
                for (int i = from; i < from + 1_000; i++) {
                    records.insert(Samples.queued(i % 2 == 0 ? CHILD : GRANDCHILD, "op-" + i));
                }
            });
        }
        Barrier barrier = stop(ROOT, new Selector.Everything());
        List<Swept> batch = ledger.write(records -> records.cancelNotStarted(barrier, 500));
        while (!batch.isEmpty()) {
            batch.forEach(each -> ids.add(each.key().toString()));
            batch = ledger.write(records -> records.cancelNotStarted(barrier, 500));
        }
        assertThat(ids).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(ledger.read(records -> records.counts(barrier)).notStarted()).isZero();
    }

    @Test
    void findsActiveRunsBelowTheStoppedOne() {
        Barrier barrier = stop(ROOT, new Selector.Everything());
        assertThat(ledger.list(records -> records.activeBelow(barrier, 10)))
                .containsExactly(CHILD, GRANDCHILD);
        assertThat(ledger.list(records -> records.activeBelow(barrier, 1))).containsExactly(CHILD);
        List<RunId> both = List.of(GRANDCHILD.id(), CHILD.id(), new RunId("none"));
        assertThat(ledger.list(records -> records.active(barrier, both)))
                .containsExactly(CHILD, GRANDCHILD);
        ledger.run(records -> records.update(revoked(CHILD, barrier)));
        assertThat(ledger.list(records -> records.activeBelow(barrier, 10)))
                .containsExactly(GRANDCHILD);
        assertThat(ledger.list(records -> records.active(barrier, both)))
                .containsExactly(GRANDCHILD);
        ledger.run(records ->
                records.update(GRANDCHILD.withState(RunState.COMPLETED, Optional.of(Samples.AT))));
        assertThat(ledger.list(records -> records.activeBelow(barrier, 10))).isEmpty();
    }

    private static Run revoked(Run run, Barrier barrier) {
        return run.withLease(run.lease().revoke(Samples.AT, barrier.id()))
                .withState(RunState.CANCELLING, Optional.empty());
    }

    @Test
    void certifiesTheCancellingRunsOfAWholeStopOnly() {
        Barrier whole = stop(CHILD, new Selector.Everything());
        Barrier scoped = stop(ROOT, new Selector.Tools(new CapabilityPattern("*")));
        ledger.run(records -> {
            records.update(revoked(CHILD, whole));
            records.update(GRANDCHILD.withState(RunState.COMPLETED, Optional.of(Samples.AT)));
        });
        ledger.clock.move(Duration.ofSeconds(3));
        ledger.run(records -> records.certifyRuns(scoped));
        assertThat(state(CHILD)).isEqualTo(RunState.CANCELLING);
        ledger.run(records -> records.certifyRuns(whole));
        assertThat(ledger.find(records -> records.run(CHILD.id())).orElseThrow())
                .isEqualTo(revoked(CHILD, whole)
                        .withState(RunState.CANCELLED, Optional.of(Samples.AT.plusSeconds(3))));
        assertThat(state(GRANDCHILD)).isEqualTo(RunState.COMPLETED);
        assertThat(state(ROOT)).isEqualTo(RunState.RUNNING);
    }

    private RunState state(Run run) {
        return ledger.read(records -> records.run(run.id())).orElseThrow().state();
    }

    @Test
    void countsWhatTheScopeHolds() {
        Work model = Work.of(
                OperationKind.MODEL_REQUEST,
                new ToolName("model"),
                Effects.NONE,
                new IdempotencyKey("m"));
        Operation generating = Samples.operation(GRANDCHILD, "model", model, ExecutionState.QUEUED)
                .change()
                .execution(ExecutionState.Event.BEGIN)
                .attempt(Samples.attempt(1, "r"))
                .done();
        Operation captured = Samples.running(CHILD, "captured");
        Operation unknown = Samples.running(CHILD, "unknown")
                .change()
                .settlement(new Settlement.Unknown("team", "why", Samples.AT))
                .done();
        Operation settled = Samples.running(CHILD, "settled")
                .change()
                .execution(ExecutionState.Event.FINISH_SUCCEEDED)
                .settlement(Samples.settled(SettledState.COMPLETED_AND_VERIFIED, Samples.AT))
                .done();
        Barrier barrier = stop(ROOT, new Selector.Everything());
        Barrier tools = stop(ROOT, new Selector.Tools(new CapabilityPattern("deployment.*")));
        ledger.run(records -> {
            List.of(generating, captured, unknown, settled).forEach(records::insert);
            records.insert(Samples.queued(GRANDCHILD, "queued"));
            records.insert(Samples.running(PROMOTED, "outside"));
            records.insert(Samples.queued(OTHER, "outside"));
            List.of(captured, unknown, settled)
                    .forEach(each -> records.capture(barrier.id(), each));
        });
        assertThat(ledger.<ScopeCounts>read(records -> records.counts(barrier)))
                .isEqualTo(new ScopeCounts(1, 1, 1, 1, 1, 3));
        assertThat(ledger.<ScopeCounts>read(records -> records.counts(tools)))
                .isEqualTo(new ScopeCounts(1, 2, 0, 0, 0, 0));
        assertThat(ledger.list(records -> records.uncaptured(barrier, 10)))
                .containsExactly(generating);
        assertThat(ledger.list(records -> records.uncaptured(tools, 10)))
                .containsExactly(captured, unknown);
        assertThat(ledger.list(records -> records.uncaptured(tools, 1))).containsExactly(captured);
    }

    @Test
    void takesInWhatAnotherBarrierHoldsOnlyAProvidersWordFor() {
        Operation provisional =
                withoutEffect("provisional", "provider:deployment", Optional.empty());
        Operation confirmed =
                withoutEffect("confirmed", "provider:deployment", Optional.of(Samples.AT));
        Operation person = withoutEffect("person", "operator:thomas", Optional.empty());
        Barrier barrier = stop(ROOT, new Selector.Everything());
        ledger.run(records -> List.of(provisional, confirmed, person).forEach(records::insert));
        assertThat(ledger.list(records -> records.uncaptured(barrier, 10)))
                .containsExactly(provisional);
        assertThat(ledger.<ScopeCounts>read(records -> records.counts(barrier)).uncaptured())
                .isEqualTo(1);
        ledger.run(records -> records.capture(barrier.id(), provisional));
        assertThat(ledger.list(records -> records.uncaptured(barrier, 10))).isEmpty();
    }

    private static Operation withoutEffect(String id, String by, Optional<Instant> confirmed) {
        return Samples.running(CHILD, id)
                .change()
                .execution(ExecutionState.Event.FINISH_CANCELLED)
                .settlement(new Settlement.Settled(
                        SettledState.CANCELLED_WITHOUT_EFFECT, Samples.AT, by, "seen", confirmed))
                .done();
    }

    @Test
    void followsTheAuthorityLinkUpwards() {
        assertThat(ids(ledger.read(records -> records.pathShared(GRANDCHILD.id()))))
                .containsExactly("grandchild", "child", "root");
        assertThat(ids(ledger.read(records -> records.pathExclusive(BELOW_PROMOTED.id()))))
                .containsExactly("below-promoted", "promoted");
        assertThat(ledger.list(records -> records.pathShared(new RunId("absent"))))
                .isEmpty();
        assertThat(ids(ledger.read(records -> records.children(Samples.TREE, CHILD.id(), 10))))
                .containsExactly("grandchild");
    }

    private static List<String> ids(List<Run> runs) {
        return runs.stream().map(run -> run.id().value()).toList();
    }

    @Test
    void findsTheBarriersOfAPathAndOfAnOperation() {
        Operation running = Samples.running(CHILD, "running");
        Barrier first = stop(CHILD, new Selector.Everything());
        Barrier second = stop(ROOT, new Selector.Tools(new CapabilityPattern("*")));
        ledger.run(records -> {
            records.insert(running);
            records.capture(second.id(), running);
        });
        assertThat(ledger.list(records ->
                        records.barriersOf(Samples.TREE, List.of(ROOT.id(), CHILD.id()))))
                .containsExactly(first, second);
        assertThat(ledger.list(records -> records.barriersOf(Samples.TREE, List.of())))
                .isEmpty();
        assertThat(ledger.list(records -> records.barriersHolding(Samples.TREE, running.key())))
                .containsExactly(second);
        assertThat(ledger.list(records ->
                        records.barriersHolding(Samples.TREE, OperationKey.of("root", "x"))))
                .isEmpty();
    }
}
