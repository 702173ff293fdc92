package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.RECEIPT;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.when;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.SelectForUpdateStep;

/** The barriers and their receipts, as one transaction sees them. */
final class BarrierRows {
    /** Inlined, so that the index of open barriers serves it. */
    static final Condition OPEN =
            BARRIER.STATE.ne(inline(BarrierShape.STATE.of(BarrierState.CERTIFIED)));

    private static final Template BY_ID = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(BarrierShape.SHAPE.fields())
                    .from(BARRIER)
                    .where(BARRIER.BARRIER_ID.eq(given(BARRIER.BARRIER_ID))),
            Dialect.Lock.ROW));

    private static final Template BY_SCOPE = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(BarrierShape.SHAPE.fields())
                    .from(BARRIER)
                    .where(BARRIER.TREE_ID.eq(
                            select(RUN.TREE_ID).from(RUN).where(RUN.RUN_ID.eq(given(RUN.RUN_ID)))))
                    .and(BARRIER.RUN_ID.eq(given(BARRIER.RUN_ID)))
                    .and(BARRIER.SELECTOR.eq(given(BARRIER.SELECTOR))),
            Dialect.Lock.ROW));

    private static final Template DUE = due(Dialect.Lock.WHERE_FREE);

    private static final Template DUE_IN_TURN = due(Dialect.Lock.ROW);

    // A claimed barrier is due when its claim ends, however early its next step is.
    private static final Template NEXT_STEP = new Template(dialect -> dialect.dsl()
            .select(min(when(BARRIER.CLAIM_UNTIL.gt(BARRIER.NEXT_STEP_AT), BARRIER.CLAIM_UNTIL)
                    .otherwise(BARRIER.NEXT_STEP_AT)))
            .from(BARRIER)
            .where(OPEN));

    private static final Template NEWEST_RECEIPT = new Template(dialect -> dialect.dsl()
            .select(ReceiptShape.SHAPE.fields())
            .from(RECEIPT)
            .where(RECEIPT.BARRIER_ID.eq(given(RECEIPT.BARRIER_ID)))
            .orderBy(RECEIPT.REVISION.desc())
            .limit(inline(1)));

    private static final Template IS_HELD = new Template(dialect -> dialect.dsl()
            .select(IN_FLIGHT.BARRIER_ID)
            .from(IN_FLIGHT)
            .where(IN_FLIGHT.TREE_ID.eq(given(IN_FLIGHT.TREE_ID)))
            .and(IN_FLIGHT.RUN_ID.eq(given(IN_FLIGHT.RUN_ID)))
            .and(IN_FLIGHT.OPERATION_ID.eq(given(IN_FLIGHT.OPERATION_ID)))
            .limit(inline(1)));

    private static final Template HOLDING = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(BarrierShape.SHAPE.fields())
                    .from(BARRIER)
                    .join(IN_FLIGHT)
                    .on(IN_FLIGHT.TREE_ID.eq(BARRIER.TREE_ID))
                    .and(IN_FLIGHT.BARRIER_ID.eq(BARRIER.BARRIER_ID))
                    .where(IN_FLIGHT.TREE_ID.eq(given(IN_FLIGHT.TREE_ID)))
                    .and(IN_FLIGHT.RUN_ID.eq(given(IN_FLIGHT.RUN_ID)))
                    .and(IN_FLIGHT.OPERATION_ID.eq(given(IN_FLIGHT.OPERATION_ID)))
                    .orderBy(BARRIER.REQUESTED_AT, BARRIER.POSITION),
            Dialect.Lock.ROW));

    private static Template due(Dialect.Lock lock) {
        return new Template(dialect -> dialect.locked(
                dialect.dsl()
                        .select(BarrierShape.SHAPE.fields())
                        .from(BARRIER)
                        .where(OPEN)
                        .and(BARRIER.NEXT_STEP_AT.le(given(BARRIER.NEXT_STEP_AT)))
                        .and(BARRIER.CLAIM_UNTIL.le(given(BARRIER.CLAIM_UNTIL)))
                        .orderBy(BARRIER.NEXT_STEP_AT, BARRIER.POSITION)
                        .limit(inline(1)),
                lock));
    }

    private final Turn turn;

    BarrierRows(Turn turn) {
        this.turn = turn;
    }

    static Question isHeld(OperationKey key, TreeId tree) {
        return Question.of(
                IS_HELD, tree.value(), key.run().value(), key.operation().value());
    }

    Optional<Barrier> barrier(BarrierId id) {
        return turn.one(BarrierShape.SHAPE, BY_ID, id.value());
    }

    Optional<Barrier> of(RunId run, Selector selector) {
        return turn.one(BarrierShape.SHAPE, BY_SCOPE, run.value(), run.value(), selector.word());
    }

    List<Barrier> of(TreeId tree, List<RunId> runs) {
        SelectForUpdateStep<?> query = turn.dialect()
                .dsl()
                .select(BarrierShape.SHAPE.fields())
                .from(BARRIER)
                .where(BARRIER.TREE_ID.eq(tree.value()))
                .and(BARRIER.RUN_ID.in(runs.stream().map(RunId::value).toList()))
                .orderBy(BARRIER.REQUESTED_AT, BARRIER.POSITION);
        return turn.all(BarrierShape.SHAPE, turn.dialect().locked(query, Dialect.Lock.ROW));
    }

    // Asked at every finish, and almost always there is none: one narrow look tells.
    List<Barrier> holding(TreeId tree, OperationKey key) {
        Object[] named = {tree.value(), key.run().value(), key.operation().value()};
        return turn.all(RowReader::text, IS_HELD, named).isEmpty()
                ? List.of()
                : turn.all(BarrierShape.SHAPE, HOLDING, named);
    }

    Optional<Barrier> due() {
        long now = turn.now().toEpochMilli();
        Optional<Barrier> free = turn.one(BarrierShape.SHAPE, DUE, now, now);
        // One that somebody else holds for a moment is waited for: an agent that keeps trying must
        // not keep its own stop from being carried on.
        return free.isEmpty() && turn.writing() && turn.dialect().severalWriters()
                ? turn.one(BarrierShape.SHAPE, DUE_IN_TURN, now, now)
                : free;
    }

    List<Barrier> claimed(int limit) {
        SelectForUpdateStep<?> query = turn.dialect()
                .dsl()
                .select(BarrierShape.SHAPE.fields())
                .from(BARRIER)
                .where(OPEN)
                .and(BARRIER.CLAIM_UNTIL.gt(turn.now().toEpochMilli()))
                .orderBy(BARRIER.POSITION)
                .limit(limit);
        return turn.all(BarrierShape.SHAPE, turn.dialect().locked(query, Dialect.Lock.ROW));
    }

    Optional<Instant> nextStep() {
        return turn.all(RowReader::optionalTime, NEXT_STEP).getFirst();
    }

    void insert(Barrier barrier) {
        turn.insert(BarrierShape.SHAPE, barrier);
    }

    void update(Barrier barrier) {
        turn.update(BarrierShape.SHAPE, barrier);
    }

    void insert(IssuedReceipt receipt) {
        turn.insert(ReceiptShape.SHAPE, receipt);
    }

    Optional<IssuedReceipt> newestReceipt(BarrierId barrier) {
        return turn.one(ReceiptShape.SHAPE, NEWEST_RECEIPT, barrier.value());
    }
}
