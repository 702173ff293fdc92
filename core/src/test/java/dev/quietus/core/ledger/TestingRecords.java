package dev.quietus.core.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.authority.Token;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rows as one transaction sees them, in memory. */
final class TestingRecords extends TestingBarrierRecords implements Records {
    TestingRecords(Rows rows, Instant now, boolean writing) {
        super(rows, now, writing);
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Optional<Run> run(RunId id) {
        return rows.runs.find(id);
    }

    @Override
    public List<Run> pathShared(RunId id) {
        List<Run> path = new ArrayList<>();
        Optional<Run> next = run(id);
        while (next.isPresent()) {
            path.add(next.get());
            Invariant.check(path.size() <= Run.MAX_DEPTH, "run %s hangs too deep", id);
            next = next.get().parent().map(above -> run(above).orElseThrow());
        }
        return path;
    }

    @Override
    public List<Run> pathExclusive(RunId id) {
        return pathShared(id);
    }

    @Override
    public List<Run> children(TreeId tree, RunId id, int limit) {
        return rows.runs.values().stream()
                .filter(run -> run.tree().equals(tree))
                .filter(run -> run.parent().filter(id::equals).isPresent())
                .limit(limit)
                .toList();
    }

    @Override
    public void insert(Run run) {
        writes();
        Invariant.check(rows.runs.put(run.id(), run).isEmpty(), "run %s is there", run.id());
    }

    @Override
    public void update(Run run) {
        writes();
        Run before = rows.runs
                .put(run.id(), run)
                .orElseThrow(() -> new IllegalStateException("no run " + run.id()));
        Moves.check(RunState.TABLE, before.state(), run.state());
        Invariant.check(run.epoch() >= before.epoch(), "the epoch of %s fell", run.id());
    }

    @Override
    public List<Run> runsToExpire(int limit) {
        return rows.runs.values().stream()
                .filter(run -> run.state() == RunState.RUNNING)
                .filter(run -> run.lease().expired(now))
                .limit(limit)
                .toList();
    }

    @Override
    public List<RunId> runsToStop(Optional<Label> label, Optional<RunId> after, int limit) {
        return rows.runs.values().stream()
                .filter(run -> run.state() == RunState.RUNNING)
                .filter(run -> label.map(
                                each -> each.value().equals(run.labels().get(each.key())))
                        .orElse(run.independent()))
                .map(Run::id)
                .filter(id -> after.filter(last -> id.compareTo(last) <= 0).isEmpty())
                .sorted()
                .limit(limit)
                .toList();
    }

    @Override
    public String agreed(String name, String content) {
        writes();
        Optional<String> before = rows.agreed.find(name);
        if (before.isEmpty()) {
            rows.agreed.put(name, content);
        }
        return before.orElse(content);
    }

    @Override
    public boolean frozen() {
        return rows.frozen;
    }

    @Override
    public void frozen(boolean frozen) {
        writes();
        rows.frozen = frozen;
    }

    @Override
    public Optional<Operation> operation(TreeId tree, OperationKey key) {
        return rows.operations.find(key).filter(operation -> operation.tree().equals(tree));
    }

    @Override
    public List<Operation> operationsOf(RunId run, IdempotencyKey key) {
        return rows.operations.values().stream()
                .filter(operation -> operation.key().run().equals(run))
                .filter(operation -> operation.work().idempotencyKey().equals(key))
                .toList();
    }

    @Override
    public void insert(Operation operation) {
        writes();
        Run run = run(operation.key().run()).orElseThrow();
        Invariant.check(
                run.tree().equals(operation.tree()), "%s is in another tree", operation.key());
        Invariant.check(
                rows.operations.put(operation.key(), operation).isEmpty(),
                "operation %s is there",
                operation.key());
    }

    @Override
    public void update(Operation operation) {
        writes();
        Operation before = rows.operations
                .put(operation.key(), operation)
                .orElseThrow(() -> new IllegalStateException("no operation " + operation.key()));
        Moves.check(ExecutionState.TABLE, before.execution(), operation.execution());
        Moves.check(
                dev.quietus.core.operation.EffectState.TABLE, before.effect(), operation.effect());
        Invariant.check(
                before.work().equals(operation.work()), "%s changed its work", operation.key());
    }

    @Override
    public Optional<Operation> nextDue(QueueName queue) {
        return rows.operations.values().stream()
                .filter(each -> each.work().queue().filter(queue::equals).isPresent())
                .filter(each -> each.execution() == ExecutionState.QUEUED
                        || each.execution() == ExecutionState.SCHEDULED)
                .filter(each ->
                        each.availableAt().filter(at -> !at.isAfter(now)).isPresent())
                .min(Comparator.comparing(each -> each.availableAt().orElseThrow()));
    }

    @Override
    public Optional<Operation> claimed(WorkerId worker, RequestId request) {
        return rows.operations.values().stream()
                .filter(each -> each.work().queue().isPresent())
                .filter(each -> each.execution() == ExecutionState.RUNNING)
                .filter(each -> each.attempt()
                        .filter(attempt -> attempt.worker().equals(worker)
                                && attempt.request().equals(request))
                        .isPresent())
                .findFirst();
    }

    @Override
    public List<Operation> workedBy(String beginning, int limit) {
        return begun(beginning)
                .filter(each -> each.execution() == ExecutionState.RUNNING)
                .limit(limit)
                .toList();
    }

    @Override
    public List<Operation> unresolvedBy(RunId run, String beginning, int limit) {
        return begun(beginning)
                .filter(each -> each.key().run().equals(run))
                .filter(each -> each.execution() == ExecutionState.RUNNING || each.unsettled())
                .limit(limit)
                .toList();
    }

    private Stream<Operation> begun(String beginning) {
        return rows.operations.values().stream()
                .filter(each -> each.attempt()
                        .filter(attempt -> attempt.worker().value().startsWith(beginning))
                        .isPresent());
    }

    @Override
    public List<Operation> silent(int limit) {
        return rows.operations.values().stream()
                .filter(each -> each.execution() == ExecutionState.RUNNING)
                .filter(each -> !each.attempt().orElseThrow().silentAt().isAfter(now))
                .limit(limit)
                .toList();
    }

    @Override
    public List<Operation> looksDue(int limit) {
        return rows.operations.values().stream()
                .filter(each ->
                        each.looking().nextAt().filter(at -> !at.isAfter(now)).isPresent())
                .filter(each -> barriersHolding(each.tree(), each.key()).isEmpty())
                .limit(limit)
                .toList();
    }

    @Override
    public List<Operation> notStarted(RunId run, int limit) {
        return rows.operations.values().stream()
                .filter(each -> each.key().run().equals(run))
                .filter(each -> each.execution().notStarted())
                .limit(limit)
                .toList();
    }

    @Override
    public long unfinished(RunId run) {
        return rows.operations.values().stream()
                .filter(each -> each.key().run().equals(run))
                .filter(each ->
                        each.execution().notStarted() || each.execution() == ExecutionState.RUNNING)
                .count();
    }

    @Override
    public Optional<Token> token(String hash) {
        return rows.tokens.find(hash);
    }

    @Override
    public List<Token> tokens() {
        return rows.tokens.values().stream()
                .sorted(Comparator.comparing(Token::name))
                .toList();
    }

    @Override
    public void insert(Token token) {
        writes();
        Invariant.check(rows.tokens.put(token.hash(), token).isEmpty(), "the token is there");
    }

    @Override
    public int revokeTokens(String name) {
        writes();
        List<Token> named = rows.tokens.values().stream()
                .filter(token -> token.name().equals(name))
                .toList();
        named.forEach(token -> rows.tokens.remove(token.hash()));
        return named.size();
    }

    @Override
    public void append(TreeId tree, EventDraft draft) {
        writes();
        rows.append(Event.chained(tree, head(tree), now, draft));
    }

    @Override
    public ChainHead head(TreeId tree) {
        List<Event> all = rows.events(tree);
        return all.isEmpty()
                ? ChainHead.EMPTY
                : new ChainHead(all.size(), all.getLast().hash());
    }
}
