package dev.quietus.ledger;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.ledger.BarrierRecords;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The part of the port that a stop uses, and how every part holds its trees. */
abstract class TurnBarrierRecords implements BarrierRecords {
    final ChainRecords chain;
    final Trees trees;
    private final BarrierRows barriers;
    private final ScopeRecords scope;
    private final InFlightRecords inFlight;

    TurnBarrierRecords(Turn turn) {
        barriers = new BarrierRows(turn);
        scope = new ScopeRecords(turn);
        inFlight = new InFlightRecords(turn);
        chain = new ChainRecords(turn);
        trees = new Trees(turn, chain);
    }

    @Override
    public Optional<Barrier> barrier(BarrierId id) {
        return trees.ofBarrier(id, () -> barriers.barrier(id), Barrier::tree);
    }

    @Override
    public Optional<Barrier> barrierOf(RunId run, Selector selector) {
        return trees.ofRun(
                run, () -> barriers.of(run, selector), found -> found.map(Barrier::tree));
    }

    @Override
    public List<Barrier> barriersOf(TreeId tree, List<RunId> ids) {
        trees.hold(tree);
        return barriers.of(tree, ids);
    }

    @Override
    public List<Barrier> barriersHolding(TreeId tree, OperationKey key) {
        trees.hold(tree);
        return barriers.holding(tree, key);
    }

    @Override
    public Optional<Barrier> barrierDue() {
        return barriers.due();
    }

    @Override
    public List<Barrier> barriersClaimed(int limit) {
        return barriers.claimed(limit);
    }

    @Override
    public Optional<Instant> nextBarrierStep() {
        return barriers.nextStep();
    }

    @Override
    public void insert(Barrier barrier) {
        trees.hold(barrier.tree());
        barriers.insert(barrier);
    }

    @Override
    public void update(Barrier barrier) {
        barriers.update(barrier);
    }

    @Override
    public List<Run> activeBelow(Barrier barrier, int limit) {
        trees.hold(barrier.tree());
        return scope.activeBelow(barrier, limit);
    }

    @Override
    public List<Run> active(Barrier barrier, List<RunId> runs) {
        trees.hold(barrier.tree());
        return scope.active(barrier, runs);
    }

    @Override
    public void certifyRuns(Barrier barrier) {
        trees.hold(barrier.tree());
        scope.certifyRuns(barrier);
    }

    @Override
    public List<Swept> cancelNotStarted(Barrier barrier, int limit) {
        trees.hold(barrier.tree());
        return scope.cancelNotStarted(barrier, limit);
    }

    @Override
    public List<RunId> waiting(Barrier barrier, int limit) {
        return scope.waiting(barrier, limit);
    }

    @Override
    public List<Swept> cancelWaiting(Barrier barrier, List<RunId> runs, int limit) {
        trees.hold(barrier.tree());
        return scope.cancelWaiting(barrier, runs, limit);
    }

    @Override
    public List<Operation> uncaptured(Barrier barrier, int limit) {
        trees.hold(barrier.tree());
        return scope.uncaptured(barrier, limit);
    }

    @Override
    public void capture(BarrierId barrier, Operation operation) {
        inFlight.capture(barrier, operation);
    }

    @Override
    public ScopeCounts counts(Barrier barrier) {
        return inFlight.counts(barrier);
    }

    @Override
    public List<Operation> inFlightDue(Barrier barrier, int limit) {
        return inFlight.due(barrier, limit);
    }

    @Override
    public Optional<Instant> nextInFlightLook(Barrier barrier) {
        return inFlight.nextLook(barrier);
    }

    @Override
    public List<Operation> unconfirmed(Barrier barrier, Instant since, int limit) {
        return inFlight.unconfirmed(barrier, since, limit);
    }

    @Override
    public List<InFlight> inFlight(BarrierId barrier, int limit) {
        return inFlight.inFlight(barrier, limit);
    }

    @Override
    public Outcomes outcomes(BarrierId barrier) {
        return inFlight.outcomes(barrier);
    }

    @Override
    public void wakeInFlight(BarrierId barrier) {
        inFlight.wake(barrier);
    }

    @Override
    public List<Involved> involved(Barrier barrier) {
        return inFlight.involved(barrier);
    }

    @Override
    public void insert(IssuedReceipt receipt) {
        barriers.insert(receipt);
    }

    @Override
    public Optional<IssuedReceipt> newestReceipt(BarrierId barrier) {
        return barriers.newestReceipt(barrier);
    }
}
