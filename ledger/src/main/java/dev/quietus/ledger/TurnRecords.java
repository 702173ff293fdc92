package dev.quietus.ledger;

import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The port over one transaction; each room of it is a class of its own. */
final class TurnRecords extends TurnBarrierRecords implements Records {
    private final Turn turn;
    private final RunRecords runs;
    private final OperationRecords operations;
    private final TokenRecords tokens;

    TurnRecords(Turn turn) {
        super(turn);
        this.turn = turn;
        runs = new RunRecords(turn);
        operations = new OperationRecords(turn);
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
        return path(id, Dialect.Lock.SHARED);
    }

    @Override
    public List<Run> pathExclusive(RunId id) {
        return path(id, Dialect.Lock.EXCLUSIVE);
    }

    private List<Run> path(RunId id, Dialect.Lock lock) {
        return trees.ofRun(
                id, () -> runs.path(id, lock), path -> path.stream().findFirst().map(Run::tree));
    }

    @Override
    public List<Run> children(TreeId tree, RunId id, int limit) {
        return runs.children(tree, id, limit);
    }

    @Override
    public void insert(Run run) {
        if (run.registeredParent().isPresent()) {
            trees.hold(run.tree());
        }
        runs.insert(run);
    }

    @Override
    public void update(Run run) {
        trees.hold(run.tree());
        runs.update(run);
    }

    @Override
    public List<Run> runsToExpire(int limit) {
        return trees.whereFree(() -> runs.toExpire(limit), Run::tree);
    }

    @Override
    public List<RunId> runsToStop(Optional<Label> label, Optional<RunId> after, int limit) {
        return runs.toStop(label, after, limit);
    }

    @Override
    public String agreed(String name, String content) {
        return tokens.agreed(name, content);
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
        trees.hold(tree);
        return operations.operation(tree, key);
    }

    @Override
    public List<Operation> operationsOf(RunId run, IdempotencyKey key) {
        return operations.of(run, key);
    }

    @Override
    public void insert(Operation operation) {
        trees.hold(operation.tree());
        operations.insert(operation);
    }

    @Override
    public void update(Operation operation) {
        trees.hold(operation.tree());
        operations.update(operation);
    }

    @Override
    public Optional<Operation> nextDue(QueueName queue) {
        return trees.holding()
                ? new DueWork(operations, trees).next(queue)
                : operations.nextDue(queue);
    }

    @Override
    public Optional<Operation> claimed(WorkerId worker, RequestId request) {
        return operations.claimed(worker, request);
    }

    @Override
    public List<Operation> silent(int limit) {
        return trees.whereFree(() -> operations.silent(limit), Operation::tree);
    }

    @Override
    public List<Operation> workedBy(String beginning, int limit) {
        return operations.workedBy(beginning, limit);
    }

    @Override
    public List<Operation> unresolvedBy(RunId run, String beginning, int limit) {
        return operations.unresolvedBy(run, beginning, limit);
    }

    @Override
    public List<Operation> looksDue(int limit) {
        return operations.looksDue(limit);
    }

    @Override
    public List<Operation> notStarted(RunId run, int limit) {
        return trees.ofRun(
                run,
                () -> operations.notStarted(run, limit),
                found -> found.stream().findFirst().map(Operation::tree));
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
}
