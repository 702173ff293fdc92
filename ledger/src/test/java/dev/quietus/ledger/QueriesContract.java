package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records.Label;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class QueriesContract {
    @RegisterExtension
    final TestingLedger ledger;

    QueriesContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Run ROOT = Samples.root("root");

    private LedgerQueries queries() {
        return ledger.ledger().queries();
    }

    private static List<String> ids(List<RunRow> rows) {
        return rows.stream().map(row -> row.run().id().value()).toList();
    }

    @Test
    void listsRunsNewestFirstInPages() {
        ledger.run(records -> {
            for (int i = 1; i <= 5; i++) {
                records.insert(Samples.labelled("run-" + i, "odd", String.valueOf(i % 2 == 1)));
            }
            records.update(Samples.labelled("run-4", "odd", "false")
                    .withState(RunState.COMPLETED, Optional.of(Samples.AT)));
        });
        List<RunRow> first = queries().runs(RunFilter.ALL, Optional.empty(), 2);
        assertThat(ids(first)).containsExactly("run-5", "run-4");
        List<RunRow> second =
                queries().runs(RunFilter.ALL, Optional.of(first.getLast().position()), 10);
        assertThat(ids(second)).containsExactly("run-3", "run-2", "run-1");
        assertThat(ids(queries().runs(RunFilter.ALL.in(RunState.RUNNING), Optional.empty(), 10)))
                .containsExactly("run-5", "run-3", "run-2", "run-1");
        Label odd = new Label("odd", "true");
        assertThat(ids(queries().runs(RunFilter.ALL.with(odd), Optional.empty(), 10)))
                .containsExactly("run-5", "run-3", "run-1");
        assertThat(ids(queries()
                        .runs(
                                RunFilter.ALL.with(odd).in(RunState.COMPLETED),
                                Optional.empty(),
                                10)))
                .isEmpty();
    }

    @Test
    void refusesPagesOutOfBounds() {
        assertThatThrownBy(() -> queries().runs(RunFilter.ALL, Optional.empty(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit is 0, allowed is 1 to 1000");
        assertThatThrownBy(() -> queries().eventsAfterPosition(0, LedgerQueries.MOST + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void showsATreeWithThePromotedRuns() {
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(Samples.child("root", "child", "root"));
            Run promoted = Samples.child("root", "promoted", "child");
            records.insert(promoted);
            records.update(promoted.promoted());
            records.insert(Samples.root("other"));
        });
        assertThat(ids(queries().tree(ROOT.id(), 10))).containsExactly("root", "child", "promoted");
        assertThat(ids(queries().tree(new RunId("child"), 10)))
                .containsExactly("child", "promoted");
        assertThat(ids(queries().tree(new RunId("child"), 1))).containsExactly("child");
        assertThat(queries().tree(new RunId("absent"), 10)).isEmpty();
    }

    @Test
    void listsOperationsInOrderOfAcceptanceInPages() {
        ledger.run(records -> {
            records.insert(ROOT);
            for (String id : List.of("e", "d", "c", "b", "a")) {
                records.insert(Samples.queued(ROOT, id));
            }
            records.update(Samples.running(ROOT, "c"));
        });
        List<String> seen = new ArrayList<>();
        List<OperationRow> page =
                queries().operations(ROOT.id(), Optional.empty(), Optional.empty(), 2);
        while (!page.isEmpty()) {
            page.forEach(row -> seen.add(row.operation().key().operation().value()));
            page = queries()
                    .operations(
                            ROOT.id(),
                            Optional.empty(),
                            Optional.of(LedgerQueries.OperationCursor.behind(page.getLast())),
                            2);
        }
        assertThat(seen).containsExactly("e", "d", "c", "b", "a");
        assertThat(queries()
                        .operations(
                                ROOT.id(),
                                Optional.of(ExecutionState.RUNNING),
                                Optional.empty(),
                                10))
                .extracting(OperationRow::operation)
                .containsExactly(Samples.running(ROOT, "c"));
    }

    @Test
    void resolvesAnOperationIdAlone() {
        ledger.run(records -> {
            for (int i = 0; i < 25; i++) {
                Run run = Samples.root("run-" + i);
                records.insert(run);
                records.insert(Samples.queued(run, "same"));
            }
        });
        List<Operation> found = queries().operationsByOperationId(new OperationId("same"));
        assertThat(found).hasSize(LedgerQueries.MOST_NAMESAKES);
        assertThat(found.getFirst().key().run()).isEqualTo(new RunId("run-24"));
        assertThat(queries().operationsByOperationId(new OperationId("absent"))).isEmpty();
    }

    @Test
    void listsEventsOfATreeAndOfAllTrees() {
        TreeId other = new TreeId("other");
        ledger.run(records -> {
            records.append(Samples.TREE, EventDraft.of(EventType.RUN_REGISTERED, ROOT.id()));
            records.append(other, EventDraft.of(EventType.RUN_REGISTERED, new RunId("other")));
            records.append(
                    Samples.TREE, EventDraft.of(EventType.RUN_REGISTERED, new RunId("child")));
            records.append(Samples.TREE, EventDraft.of(EventType.RUN_COMPLETED, ROOT.id()));
        });
        List<EventRow> tree = queries().events(Samples.TREE, Optional.empty(), 0, 10);
        assertThat(tree).extracting(row -> row.event().seq()).containsExactly(1L, 2L, 3L);
        assertThat(queries().events(Samples.TREE, Optional.of(ROOT.id()), 1, 10))
                .containsExactly(tree.getLast());
        assertThat(queries().events(Samples.TREE, Optional.empty(), 1, 1))
                .containsExactly(tree.get(1));
        List<EventRow> all = queries().eventsAfterPosition(0, 10);
        assertThat(all)
                .hasSize(4)
                .isSortedAccordingTo((a, b) -> Long.compare(a.position(), b.position()));
        assertThat(queries().eventsAfterPosition(all.get(1).position(), 10))
                .containsExactlyElementsOf(all.subList(2, 4));
        assertThat(ledger.read(records -> records.head(Samples.TREE)).hash())
                .isEqualTo(tree.getLast().event().hash());
    }

    @Test
    void keepsPositionsGrowingAcrossReopening() {
        ledger.run(records ->
                records.append(Samples.TREE, EventDraft.of(EventType.RUN_REGISTERED, ROOT.id())));
        ledger.reopen();
        ledger.run(records ->
                records.append(Samples.TREE, EventDraft.of(EventType.RUN_COMPLETED, ROOT.id())));
        assertThat(queries().eventsAfterPosition(0, 10))
                .extracting(row -> row.event().draft().type())
                .containsExactly(EventType.RUN_REGISTERED, EventType.RUN_COMPLETED);
    }

    @Test
    void listsBarriersNewestFirst() {
        Run other = Samples.root("other");
        Barrier first = Samples.everything(ROOT);
        Barrier second = Samples.everything(other);
        Barrier third = Samples.barrier(ROOT, new Selector.OneOperation(new OperationId("one")));
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(other);
            List.of(first, second, third).forEach(records::insert);
        });
        assertThat(queries().barriers(false, 10)).containsExactly(third, second, first);
        assertThat(queries().barriersOfRun(ROOT.id())).containsExactly(first, third);
        Barrier certified = certified(second);
        ledger.run(records -> records.update(certified));
        assertThat(queries().barriers(true, 10)).containsExactly(third, first);
        assertThat(queries().barriers(false, 2)).containsExactly(third, certified);
    }

    private static Barrier certified(Barrier barrier) {
        return barrier.moved(BarrierState.Event.START)
                .moved(BarrierState.Event.SWEPT)
                .moved(BarrierState.Event.SIGNALLED)
                .moved(BarrierState.Event.SETTLED)
                .moved(BarrierState.Event.CERTIFY);
    }

    @Test
    void countsWhatIsNotOverForManyRunsAtOnce() {
        Run busy = Samples.root("busy");
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(busy);
            records.insert(Samples.root("idle"));
            records.insert(Samples.queued(busy, "queued"));
            records.insert(Samples.running(busy, "running"));
            records.insert(Samples.running(busy, "unknown")
                    .change()
                    .execution(ExecutionState.Event.LOSE)
                    .settlement(new Settlement.Unknown("team", "why", Samples.AT))
                    .done());
            records.insert(Samples.operation(
                    ROOT, "denied", Samples.work("t", "k"), ExecutionState.DENIED));
            records.insert(Samples.operation(
                    ROOT, "waits", Samples.work("t", "k"), ExecutionState.AWAITING_APPROVAL));
        });
        assertThat(queries()
                        .counts(List.of(
                                busy.id(), ROOT.id(), new RunId("idle"), new RunId("absent"))))
                .isEqualTo(Map.of(
                        busy.id(),
                        new RunCounts(1, 1, 1, 1),
                        ROOT.id(),
                        new RunCounts(1, 0, 0, 0)));
        assertThat(queries().counts(List.of())).isEmpty();
    }

    @Test
    void totalsTheWholeLedger() {
        Barrier open = Samples.everything(ROOT);
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(
                    Samples.root("over").withState(RunState.EXPIRED, Optional.of(Samples.AT)));
            records.insert(Samples.inQueue(ROOT, "a", "checks", Samples.AT));
            records.insert(Samples.queued(ROOT, "b"));
            records.insert(Samples.running(ROOT, "c"));
            records.insert(
                    Samples.operation(ROOT, "d", Samples.work("t", "k"), ExecutionState.SUCCEEDED));
            records.insert(open);
        });
        assertThat(queries().totals())
                .isEqualTo(new LedgerTotals(
                        Map.of(RunState.RUNNING, 1L, RunState.EXPIRED, 1L),
                        Map.of(ExecutionState.QUEUED, 2L, ExecutionState.RUNNING, 1L),
                        1,
                        0,
                        1));
    }
}
