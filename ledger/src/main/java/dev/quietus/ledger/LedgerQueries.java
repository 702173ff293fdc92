package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.EVENT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RECEIPT;
import static dev.quietus.ledger.schema.Tables.RUN;
import static dev.quietus.ledger.schema.Tables.RUN_LABEL;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.withRecursive;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.Records.Label;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.Select;
import org.jooq.TableField;

/**
 * What servers and people look up. Each query reads one snapshot of what is committed and is
 * bounded by {@link #MOST}. Safe for several threads; a failure of the store is a
 * {@link dev.quietus.core.ledger.LedgerUnavailableException}.
 */
public final class LedgerQueries {
    /** The most rows that one query returns. */
    public static final int MOST = 1_000;

    /** The most operations that an operation id alone is resolved to. */
    public static final int MOST_NAMESAKES = 20;

    private final DurableLedger ledger;

    LedgerQueries(DurableLedger ledger) {
        this.ledger = ledger;
    }

    /** Where a list of operations goes on: behind this one. */
    public record OperationCursor(long position, OperationId operation) {
        /** Behind the last operation of a page. */
        public static OperationCursor behind(OperationRow last) {
            return new OperationCursor(last.position(), last.operation().key().operation());
        }
    }

    /**
     * Runs, newest first.
     *
     * @param filter which
     * @param before those registered before this position only; empty to start with the newest
     * @param most how many at most, 1 to {@link #MOST}
     */
    public List<RunRow> runs(RunFilter filter, Optional<Long> before, int most) {
        Condition state = filter.state()
                .<Condition>map(only -> RUN.STATE.eq(RunShape.STATE.of(only)))
                .orElse(noCondition());
        return filter.label().isPresent()
                ? labelled(filter.label().get(), state, before, most)
                : all(
                        LedgerQueries::run,
                        dialect -> dialect.dsl()
                                .select(behind(RUN.POSITION, RunShape.SHAPE))
                                .from(RUN)
                                .where(
                                        state,
                                        before(RUN.POSITION, before),
                                        dialect.many(RUN.POSITION))
                                .orderBy(RUN.POSITION.desc())
                                .limit(bounded(most)));
    }

    private List<RunRow> labelled(Label label, Condition state, Optional<Long> before, int most) {
        return all(
                LedgerQueries::run,
                dialect -> dialect.dsl()
                        .select(behind(RUN.POSITION, RunShape.SHAPE))
                        .from(RUN_LABEL)
                        .join(RUN)
                        .on(RUN.TREE_ID.eq(RUN_LABEL.TREE_ID), RUN.RUN_ID.eq(RUN_LABEL.RUN_ID))
                        .where(
                                RUN_LABEL.LABEL_KEY.eq(label.key()),
                                RUN_LABEL.LABEL_VALUE.eq(label.value()),
                                state,
                                before(RUN_LABEL.POSITION, before))
                        .orderBy(RUN_LABEL.POSITION.desc())
                        .limit(bounded(most)));
    }

    private static Condition before(Field<Long> position, Optional<Long> cursor) {
        return cursor.<Condition>map(position::lt).orElse(noCondition());
    }

    /**
     * A run and all that were registered below it, promoted ones too, in order of registration.
     *
     * @param most how many at most, 1 to {@link #MOST}
     */
    public List<RunRow> tree(RunId top, int most) {
        Name below = name("below");
        Field<String> tree = field(name("below", "tree_id"), String.class);
        Field<String> run = field(name("below", "run_id"), String.class);
        return all(LedgerQueries::run, dialect -> {
            var runs = below.fields("tree_id", "run_id")
                    .as(select(RUN.TREE_ID, RUN.RUN_ID)
                            .from(RUN)
                            .where(RUN.RUN_ID.eq(top.value()))
                            .union(select(RUN.TREE_ID, RUN.RUN_ID)
                                    .from(table(below))
                                    .crossJoin(RUN)
                                    .where(
                                            dialect.unindexed(RUN.TREE_ID).eq(tree),
                                            RUN.REGISTERED_PARENT_RUN_ID.eq(run))));
            return dialect.dsl()
                    .select(behind(RUN.POSITION, RunShape.SHAPE))
                    .from(RUN)
                    .where(RUN.RUN_ID.in(withRecursive(runs).select(run).from(runs)))
                    .orderBy(RUN.POSITION, RUN.RUN_ID)
                    .limit(bounded(most));
        });
    }

    /**
     * Operations of one run, in order of acceptance.
     *
     * @param state those in this state only
     * @param after where to go on
     * @param most how many at most, 1 to {@link #MOST}
     */
    public List<OperationRow> operations(
            RunId run, Optional<ExecutionState> state, Optional<OperationCursor> after, int most) {
        Condition which = state.<Condition>map(OperationRecords::is)
                .orElse(noCondition())
                .and(after.<Condition>map(cursor -> row(OPERATION.POSITION, OPERATION.OPERATION_ID)
                                .gt(cursor.position(), cursor.operation().value()))
                        .orElse(noCondition()));
        return all(
                in -> new OperationRow(
                        in.number(), OperationShape.SHAPE.reading().apply(in)),
                dialect -> dialect.dsl()
                        .select(behind(OPERATION.POSITION, OperationShape.SHAPE))
                        .from(OPERATION)
                        .where(
                                which,
                                OPERATION.RUN_ID.eq(run.value()),
                                dialect.unindexed(OPERATION.TREE_ID)
                                        .eq(select(RUN.TREE_ID)
                                                .from(RUN)
                                                .where(RUN.RUN_ID.eq(run.value()))),
                                dialect.many(OPERATION.POSITION))
                        .orderBy(OPERATION.POSITION, OPERATION.OPERATION_ID)
                        .limit(bounded(most)));
    }

    /**
     * The operations with this id in whatever run, newest first, at most {@link #MOST_NAMESAKES}.
     */
    public List<Operation> operationsByOperationId(OperationId id) {
        return all(
                OperationShape.SHAPE,
                dialect -> dialect.dsl()
                        .select(OperationShape.SHAPE.fields())
                        .from(OPERATION)
                        .where(
                                OPERATION.OPERATION_ID.eq(id.value()),
                                dialect.many(OPERATION.POSITION))
                        .orderBy(OPERATION.POSITION.desc())
                        .limit(MOST_NAMESAKES));
    }

    /**
     * Events of a tree, in their order.
     *
     * @param run those of this run only
     * @param after those behind this place in the chain only, 0 for all
     * @param most how many at most, 1 to {@link #MOST}
     */
    public List<EventRow> events(TreeId tree, Optional<RunId> run, long after, int most) {
        Condition which =
                run.<Condition>map(id -> EVENT.RUN_ID.eq(id.value())).orElse(noCondition());
        return all(
                EventPages::row,
                dialect -> dialect.dsl()
                        .select(behind(EVENT.POSITION, EventShape.SHAPE))
                        .from(EVENT)
                        .where(EVENT.TREE_ID.eq(tree.value()), EVENT.SEQ.gt(after), which)
                        .orderBy(EVENT.SEQ)
                        .limit(bounded(most)));
    }

    /** Events of all trees behind a position, oldest first, at most {@code most}. */
    public List<EventRow> eventsAfterPosition(long position, int most) {
        return ledger.eventsAfter(position, bounded(most));
    }

    /** Barriers, newest first, at most {@code most}; only those that are not certified if asked. */
    public List<Barrier> barriers(boolean openOnly, int most) {
        return all(
                BarrierShape.SHAPE,
                dialect -> dialect.dsl()
                        .select(BarrierShape.SHAPE.fields())
                        .from(BARRIER)
                        .where(openOnly ? BarrierRows.OPEN : noCondition())
                        .orderBy(BARRIER.POSITION.desc())
                        .limit(bounded(most)));
    }

    /** The barriers of one run, oldest first. */
    public List<Barrier> barriersOfRun(RunId run) {
        return all(
                BarrierShape.SHAPE,
                dialect -> dialect.dsl()
                        .select(BarrierShape.SHAPE.fields())
                        .from(BARRIER)
                        .where(BARRIER.TREE_ID
                                .eq(select(RUN.TREE_ID).from(RUN).where(RUN.RUN_ID.eq(run.value())))
                                .and(BARRIER.RUN_ID.eq(run.value())))
                        .orderBy(BARRIER.POSITION)
                        .limit(MOST));
    }

    /** Every revision of a barrier's receipt, oldest first. */
    public List<IssuedReceipt> receipts(BarrierId barrier) {
        return receipts(barrier, noCondition());
    }

    /** One revision of a barrier's receipt. */
    public Optional<IssuedReceipt> receipt(BarrierId barrier, int revision) {
        return receipts(barrier, RECEIPT.REVISION.eq((long) revision)).stream().findFirst();
    }

    private List<IssuedReceipt> receipts(BarrierId barrier, Condition which) {
        return all(
                ReceiptShape.SHAPE,
                dialect -> dialect.dsl()
                        .select(ReceiptShape.SHAPE.fields())
                        .from(RECEIPT)
                        .where(RECEIPT.BARRIER_ID.eq(barrier.value()), which)
                        .orderBy(RECEIPT.REVISION)
                        .limit(MOST));
    }

    /**
     * What each of some runs holds that is not over; a run without such work is absent.
     *
     * @param runs at most {@link #MOST}
     */
    public Map<RunId, RunCounts> counts(List<RunId> runs) {
        bounded(Math.max(1, runs.size()));
        return runs.isEmpty() ? Map.of() : Counting.perRun(ledger, runs);
    }

    /** Counts over the whole ledger. */
    public LedgerTotals totals() {
        return Counting.totals(ledger);
    }

    private <T> List<T> all(Shape<T> shape, Function<Dialect, Select<?>> query) {
        return ledger.snapshot(turn -> turn.all(shape, query.apply(turn.dialect())));
    }

    private <T> List<T> all(Function<RowReader, T> reading, Function<Dialect, Select<?>> query) {
        return ledger.snapshot(turn -> turn.all(reading, query.apply(turn.dialect())));
    }

    private static RunRow run(RowReader in) {
        return new RunRow(in.number(), RunShape.SHAPE.reading().apply(in));
    }

    static List<TableField<?, ?>> behind(TableField<?, Long> position, Shape<?> shape) {
        List<TableField<?, ?>> fields = new ArrayList<>();
        fields.add(position);
        fields.addAll(shape.fields());
        return fields;
    }

    private static int bounded(int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("limit is " + most + ", allowed is 1 to " + MOST);
        }
        return most;
    }
}
