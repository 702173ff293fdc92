package dev.quietus.core.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A ledger in memory with a clock that is moved by hand. What a transaction that throws has written
 * is taken back. Unless told otherwise every transaction is run twice, as the port allows, and must
 * answer the same both times.
 */
public final class TestingLedger implements Ledger {
    /** When every test begins: the moment of the stop in the source's example. */
    public static final Instant START = Instant.parse("2026-08-16T10:51:04.018Z");

    private boolean runsTwice;
    private Rows rows = new Rows();
    private Instant now = START;
    private long writes;
    private Watch beforeCommit = write -> {};
    private Watch afterCommit = write -> {};
    private boolean writing;
    private Consumer<Commit> listener = commit -> {};
    private UnaryOperator<Records> view = records -> records;

    /** A ledger that runs every transaction twice. */
    public TestingLedger() {
        this(true);
    }

    /** A ledger that runs every transaction twice or once. */
    public TestingLedger(boolean runsTwice) {
        this.runsTwice = runsTwice;
    }

    /** Is told of every commit; what it throws reaches the caller. */
    @FunctionalInterface
    public interface Watch {
        /** The transaction with this number is about to be, or has just been, committed. */
        void write(long number);
    }

    /** The process died here. */
    public static final class Crash extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        /** Names the place. */
        public Crash(String where) {
            super(where);
        }
    }

    @Override
    public synchronized <R> R write(Transaction<R> transaction) {
        Invariant.check(!writing, "somebody wrote under a transaction");
        writing = true;
        try {
            R answer = applied(transaction);
            long number = ++writes;
            beforeCommit.write(number);
            Commit commit = rows.commit(number, transaction);
            writing = false;
            listener.accept(commit);
            afterCommit.write(number);
            return answer;
        } finally {
            if (writing) {
                rows.rollback();
                writing = false;
            }
        }
    }

    private <R> R applied(Transaction<R> transaction) {
        R answer = transaction.apply(view.apply(new TestingRecords(rows, now, true)));
        if (!runsTwice) {
            return answer;
        }
        rows.rollback();
        R again = transaction.apply(view.apply(new TestingRecords(rows, now, true)));
        Invariant.check(answer.equals(again), "run twice, %s answers twice", transaction);
        return again;
    }

    @Override
    public synchronized <R> R read(Transaction<R> transaction) {
        return transaction.apply(view.apply(new TestingRecords(rows, now, false)));
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    /** Moves the clock forward. */
    public synchronized void advance(Duration time) {
        Invariant.check(!time.isNegative(), "the clock moves forward only");
        now = now.plus(time);
    }

    /** Moves the clock forward to this time, if it is later. */
    public synchronized void advanceTo(Instant time) {
        now = time.isAfter(now) ? time : now;
    }

    /** How many transactions were run so far, committed or not. */
    public synchronized long writes() {
        return writes;
    }

    /** Calls {@code watch} before every commit, instead of the one before. */
    public synchronized void beforeCommit(Watch watch) {
        beforeCommit = watch;
    }

    /** Calls {@code watch} after every commit, instead of the one before. */
    public synchronized void afterCommit(Watch watch) {
        afterCommit = watch;
    }

    /** Tells {@code told} what every commit wrote, before its caller gets the answer. */
    public synchronized void eachCommit(Consumer<Commit> told) {
        listener = told;
    }

    /** Lets every transaction see the rows through {@code through}: for rules broken on purpose. */
    public synchronized void seenThrough(UnaryOperator<Records> through) {
        view = through;
    }

    /** Lets the process die once, before the {@code nth} write from now is committed. */
    public synchronized void crashBefore(long nth) {
        long at = writes + nth;
        beforeCommit(number -> crash(number == at, "before commit " + number));
    }

    /** Lets the process die once, after the {@code nth} write from now was committed. */
    public synchronized void crashAfter(long nth) {
        long at = writes + nth;
        afterCommit(number -> crash(number == at, "after commit " + number));
    }

    private static void crash(boolean here, String where) {
        if (here) {
            throw new Crash(where);
        }
    }

    /** All trees with events. */
    public synchronized Collection<TreeId> trees() {
        List<TreeId> trees = new ArrayList<>();
        rows.trees().forEach(trees::add);
        return trees;
    }

    /** The chain of a tree. */
    public synchronized List<Event> events(TreeId tree) {
        return rows.events(tree);
    }

    /** All runs. */
    public synchronized List<Run> runs() {
        return List.copyOf(rows.runs.values());
    }

    /** All operations. */
    public synchronized List<Operation> operations() {
        return List.copyOf(rows.operations.values());
    }

    /** All barriers. */
    public synchronized List<Barrier> barriers() {
        return List.copyOf(rows.barriers.values());
    }

    /** All receipts of a barrier, oldest first. */
    public synchronized List<IssuedReceipt> receipts(BarrierId barrier) {
        return rows.receipts(barrier);
    }

    /** What a barrier has taken in. */
    public synchronized List<Operation> held(BarrierId barrier) {
        return rows.taken(barrier).keySet().stream().map(this::operation).toList();
    }

    /** A run that must be there. */
    public synchronized Run run(RunId id) {
        return rows.runs.find(id).orElseThrow();
    }

    /** An operation that must be there. */
    public synchronized Operation operation(OperationKey key) {
        return rows.operations.find(key).orElseThrow();
    }

    /** A barrier that must be there. */
    public synchronized Barrier barrier(BarrierId id) {
        return rows.barriers.find(id).orElseThrow();
    }

    /** Runs every transaction once from now on, where there is much in it. */
    public synchronized void runOnce() {
        runsTwice = false;
    }

    /** Forgets everything, so that what a test planted past the rules is not held against them. */
    public synchronized void forget() {
        rows = new Rows();
    }

    /** The types of a tree's events, in order. */
    public synchronized List<EventType> story(TreeId tree) {
        List<EventType> story = new ArrayList<>();
        events(tree).forEach(event -> story.add(event.draft().type()));
        return story;
    }
}
