package dev.quietus.core.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The rows of a stop, read and written in memory as the port describes it. */
abstract class TestingBarrierRecords extends TestingInFlightRecords {
    TestingBarrierRecords(Rows rows, Instant now, boolean writing) {
        super(rows, now, writing);
    }

    /** The runs of a scope: the barrier's own and every run below it by the authority link. */
    static Set<RunId> scope(Rows rows, RunId top) {
        Set<RunId> scope = new HashSet<>(Set.of(top));
        boolean grew = true;
        while (grew) {
            grew = rows.runs.values().stream()
                    .filter(run -> run.parent().filter(scope::contains).isPresent())
                    .map(run -> scope.add(run.id()))
                    .reduce(false, Boolean::logicalOr);
        }
        return scope;
    }

    private Stream<Operation> scoped(Barrier barrier) {
        Set<RunId> scope = scope(rows, barrier.run());
        return rows.operations.values().stream()
                .filter(operation -> scope.contains(operation.key().run()))
                .filter(barrier::covers);
    }

    @Override
    public Optional<Barrier> barrier(BarrierId id) {
        return rows.barriers.find(id);
    }

    @Override
    public Optional<Barrier> barrierOf(RunId run, Selector selector) {
        return rows.barriers.values().stream()
                .filter(barrier -> barrier.run().equals(run))
                .filter(barrier -> barrier.selector().equals(selector))
                .findFirst();
    }

    @Override
    public List<Barrier> barriersOf(TreeId tree, List<RunId> runs) {
        return rows.barriers.values().stream()
                .filter(barrier -> barrier.tree().equals(tree))
                .filter(barrier -> runs.contains(barrier.run()))
                .sorted(Comparator.comparing(Barrier::requestedAt))
                .toList();
    }

    @Override
    public List<Barrier> barriersHolding(TreeId tree, OperationKey key) {
        return rows.barriers.values().stream()
                .filter(barrier -> taken(barrier.id()).containsKey(key))
                .sorted(Comparator.comparing(Barrier::requestedAt))
                .toList();
    }

    @Override
    public Optional<Barrier> barrierDue() {
        return rows.barriers.values().stream()
                .filter(barrier -> barrier.state().open())
                .filter(barrier -> !barrier.nextStepAt().isAfter(now))
                .filter(barrier -> !barrier.claim().until().isAfter(now))
                .min(Comparator.comparing(Barrier::nextStepAt));
    }

    @Override
    public List<Barrier> barriersClaimed(int limit) {
        return rows.barriers.values().stream()
                .filter(barrier -> barrier.state().open())
                .filter(barrier -> barrier.claim().until().isAfter(now))
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Instant> nextBarrierStep() {
        return rows.barriers.values().stream()
                .filter(barrier -> barrier.state().open())
                .map(barrier -> later(barrier.nextStepAt(), barrier.claim().until()))
                .min(Comparator.naturalOrder());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    @Override
    public void insert(Barrier barrier) {
        writes();
        Invariant.check(
                rows.barriers.put(barrier.id(), barrier).isEmpty(), "%s is there", barrier.id());
    }

    @Override
    public void update(Barrier barrier) {
        writes();
        Barrier before = rows.barriers
                .put(barrier.id(), barrier)
                .orElseThrow(() -> new IllegalStateException("no barrier " + barrier.id()));
        Moves.check(BarrierState.TABLE, before.state(), barrier.state());
    }

    @Override
    public List<Run> activeBelow(Barrier barrier, int limit) {
        Set<RunId> scope = scope(rows, barrier.run());
        return rows.runs.values().stream()
                .filter(run -> scope.contains(run.id()) && !run.id().equals(barrier.run()))
                .filter(TestingBarrierRecords::active)
                .limit(limit)
                .toList();
    }

    @Override
    public List<Run> active(Barrier barrier, List<RunId> runs) {
        return rows.runs.values().stream()
                .filter(run -> runs.contains(run.id()) && run.tree().equals(barrier.tree()))
                .filter(TestingBarrierRecords::active)
                .toList();
    }

    private static boolean active(Run run) {
        return run.state() == RunState.RUNNING && !run.lease().revoked();
    }

    @Override
    public void certifyRuns(Barrier barrier) {
        writes();
        Set<RunId> scope = scope(rows, barrier.run());
        for (Run run : List.copyOf(rows.runs.values())) {
            if (scope.contains(run.id()) && run.state() == RunState.CANCELLING) {
                rows.runs.put(run.id(), run.withState(RunState.CANCELLED, Optional.of(now)));
            }
        }
    }

    @Override
    public List<Swept> cancelNotStarted(Barrier barrier, int limit) {
        return cancel(
                barrier,
                scoped(barrier)
                        .filter(operation -> operation.execution().notStarted())
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<RunId> waiting(Barrier barrier, int limit) {
        return waiting(barrier).limit(limit).map(each -> each.key().run()).toList();
    }

    @Override
    public List<Swept> cancelWaiting(Barrier barrier, List<RunId> runs, int limit) {
        return cancel(
                barrier,
                waiting(barrier)
                        .filter(operation -> runs.contains(operation.key().run()))
                        .limit(limit)
                        .toList());
    }

    private Stream<Operation> waiting(Barrier barrier) {
        return scoped(barrier)
                .filter(operation -> operation.execution().notStarted())
                .filter(operation -> !unresolved(operation));
    }

    private boolean unresolved(Operation operation) {
        return operation.unsettled()
                || settled(operation).anyMatch(Settlement.Settled::provisional);
    }

    private List<Swept> cancel(Barrier barrier, List<Operation> waiting) {
        writes();
        List<Swept> swept = new ArrayList<>();
        for (Operation operation : waiting) {
            swept.add(Swept.of(operation));
            rows.operations.put(
                    operation.key(),
                    operation
                            .change()
                            .execution(ExecutionState.Event.CANCEL)
                            .availableAt(Optional.empty())
                            .cancelledBy(barrier.id())
                            .done());
        }
        return swept;
    }

    @Override
    public List<Operation> uncaptured(Barrier barrier, int limit) {
        return scoped(barrier)
                .filter(this::unresolved)
                .filter(operation -> !taken(barrier.id()).containsKey(operation.key()))
                .limit(limit)
                .toList();
    }

    @Override
    public ScopeCounts counts(Barrier barrier) {
        Set<RunId> scope = scope(rows, barrier.run());
        boolean everything = barrier.selector() instanceof Selector.Everything;
        return new ScopeCounts(
                scoped(barrier).filter(each -> each.execution().notStarted()).count(),
                uncaptured(barrier, Integer.MAX_VALUE).size(),
                held(barrier.id())
                        .filter(each -> each.unsettled() && !each.givenUp(now))
                        .count(),
                held(barrier.id()).filter(each -> each.givenUp(now)).count(),
                scoped(barrier)
                        .filter(each -> each.execution() == ExecutionState.RUNNING)
                        .filter(each -> each.work().kind() == OperationKind.MODEL_REQUEST)
                        .count(),
                everything
                        ? rows.runs.values().stream()
                                .filter(run -> scope.contains(run.id()) && active(run))
                                .count()
                        : 0);
    }

    @Override
    public void insert(IssuedReceipt receipt) {
        writes();
        rows.issue(receipt);
    }

    @Override
    public Optional<IssuedReceipt> newestReceipt(BarrierId barrier) {
        List<IssuedReceipt> all = rows.receipts(barrier);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }
}
