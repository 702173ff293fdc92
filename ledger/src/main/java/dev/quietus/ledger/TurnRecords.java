package dev.quietus.ledger;

import dev.quietus.core.authority.Token;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The port over one transaction; each room of it is a class of its own. */
final class TurnRecords implements Records {
    private final Turn turn;
    private final RunRecords runs;
    private final OperationRecords operations;
    private final BarrierRows barriers;
    private final ScopeRecords scope;
    private final InFlightRecords inFlight;
    private final ChainRecords chain;
    private final TokenRecords tokens;

    TurnRecords(Turn turn) {
        this.turn = turn;
        runs = new RunRecords(turn);
        operations = new OperationRecords(turn);
        barriers = new BarrierRows(turn);
        scope = new ScopeRecords(turn);
        inFlight = new InFlightRecords(turn);
        chain = new ChainRecords(turn);
        tokens = new TokenRecords(turn);
    }

    @Override
    public Instant now() {
        return turn.now();
    }

    @Override
    public Optional<Run> run(RunId id) {
        return runs.run(id);
    }

    @Override
    public List<Run> pathShared(RunId id) {
        return runs.path(id, Dialect.Lock.SHARED);
    }

    @Override
    public List<Run> pathExclusive(RunId id) {
        return runs.path(id, Dialect.Lock.EXCLUSIVE);
    }

    @Override
    public List<Run> children(TreeId tree, RunId id, int limit) {
        return runs.children(tree, id, limit);
    }

    @Override
    public void insert(Run run) {
        runs.insert(run);
    }

    @Override
    public void update(Run run) {
        runs.update(run);
    }

    @Override
    public List<Run> runsToExpire(int limit) {
        return runs.toExpire(limit);
    }

    @Override
    public List<RunId> runsToStop(Optional<Label> label, Optional<RunId> after, int limit) {
        return runs.toStop(label, after, limit);
    }

    @Override
    public boolean frozen() {
        return tokens.frozen();
    }

    @Override
    public void frozen(boolean frozen) {
        tokens.frozen(frozen);
    }

    @Override
    public Optional<Operation> operation(TreeId tree, OperationKey key) {
        return operations.operation(tree, key);
    }

    @Override
    public List<Operation> operationsOf(RunId run, IdempotencyKey key) {
        return operations.of(run, key);
    }

    @Override
    public void insert(Operation operation) {
        operations.insert(operation);
    }

    @Override
    public void update(Operation operation) {
        operations.update(operation);
    }

    @Override
    public Optional<Operation> nextDue(QueueName queue) {
        return operations.nextDue(queue);
    }

    @Override
    public Optional<Operation> runningAttempt(WorkerId worker, RequestId request) {
        return operations.runningAttempt(worker, request);
    }

    @Override
    public List<Operation> silent(int limit) {
        return operations.silent(limit);
    }

    @Override
    public List<Operation> looksDue(int limit) {
        return operations.looksDue(limit);
    }

    @Override
    public List<Operation> notStarted(RunId run, int limit) {
        return operations.notStarted(run, limit);
    }

    @Override
    public long unfinished(RunId run) {
        return operations.unfinished(run);
    }

    @Override
    public Optional<Token> token(String hash) {
        return tokens.token(hash);
    }

    @Override
    public List<Token> tokens() {
        return tokens.all();
    }

    @Override
    public void insert(Token token) {
        tokens.insert(token);
    }

    @Override
    public int revokeTokens(String name) {
        return tokens.revoke(name);
    }

    @Override
    public void append(TreeId tree, EventDraft draft) {
        chain.append(tree, draft);
    }

    @Override
    public ChainHead head(TreeId tree) {
        return chain.head(tree);
    }

    @Override
    public Optional<Barrier> barrier(BarrierId id) {
        return barriers.barrier(id);
    }

    @Override
    public Optional<Barrier> barrierOf(RunId run, Selector selector) {
        return barriers.of(run, selector);
    }

    @Override
    public List<Barrier> barriersOf(TreeId tree, List<RunId> ids) {
        return barriers.of(tree, ids);
    }

    @Override
    public List<Barrier> barriersHolding(TreeId tree, OperationKey key) {
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
        barriers.insert(barrier);
    }

    @Override
    public void update(Barrier barrier) {
        barriers.update(barrier);
    }

    @Override
    public List<Run> activeBelow(Barrier barrier, int limit) {
        return scope.activeBelow(barrier, limit);
    }

    @Override
    public void certifyRuns(Barrier barrier) {
        scope.certifyRuns(barrier);
    }

    @Override
    public List<Swept> cancelNotStarted(Barrier barrier, int limit) {
        return scope.cancelNotStarted(barrier, limit);
    }

    @Override
    public List<Operation> uncaptured(Barrier barrier, int limit) {
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
