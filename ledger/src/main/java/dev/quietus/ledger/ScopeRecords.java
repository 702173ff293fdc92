package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.val;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.TableField;
import org.jooq.impl.DSL;

/** What a stop does to its whole scope, in statements over sets of rows. */
final class ScopeRecords {
    private static final List<TableField<?, ?>> TAKEN = List.of(
            OPERATION.POSITION,
            OPERATION.RUN_ID,
            OPERATION.OPERATION_ID,
            OPERATION.KIND,
            OPERATION.ATTEMPT_NUMBER);

    /** No earlier attempt that is still to be taken in. */
    private static final Condition NOTHING_TO_TAKE_IN = OPERATION.UNRESOLVED.isNull();

    private static final Template CANCEL = new Template(dialect -> dialect.dsl()
            .update(OPERATION)
            .set(
                    OPERATION.EXECUTION,
                    inline(OperationShape.EXECUTION.of(ExecutionState.CANCELLED_BEFORE_START)))
            .set(OPERATION.AVAILABLE_AT, DSL.defaultValue(OPERATION.AVAILABLE_AT))
            .set(
                    OPERATION.CANCELLED_BY,
                    coalesce(OPERATION.CANCELLED_BY, given(OPERATION.CANCELLED_BY)))
            .where(OPERATION.TREE_ID.eq(given(OPERATION.TREE_ID)))
            .and(OPERATION.RUN_ID.eq(given(OPERATION.RUN_ID)))
            .and(OPERATION.OPERATION_ID.eq(given(OPERATION.OPERATION_ID))));

    private final Turn turn;
    private final DSLContext dsl;

    ScopeRecords(Turn turn) {
        this.turn = turn;
        this.dsl = turn.dialect().dsl();
    }

    private record Taken(long position, Swept swept) {}

    List<Run> activeBelow(Barrier barrier, int most) {
        var query = dsl.select(RunShape.SHAPE.fields())
                .from(RUN)
                .where(
                        Scope.runs(turn.dialect(), barrier),
                        active(turn.dialect()),
                        RUN.RUN_ID.ne(barrier.run().value()))
                .orderBy(RUN.POSITION)
                .limit(most);
        return turn.all(RunShape.SHAPE, turn.dialect().locked(query, Dialect.Lock.EXCLUSIVE));
    }

    List<Run> active(Barrier barrier, List<RunId> runs) {
        var query = dsl.select(RunShape.SHAPE.fields())
                .from(RUN)
                .where(
                        turn.dialect().unindexed(RUN.TREE_ID).eq(barrier.tree().value()),
                        active(turn.dialect()),
                        RUN.RUN_ID.in(runs.stream().map(RunId::value).toList()))
                .orderBy(RUN.POSITION);
        return turn.all(RunShape.SHAPE, turn.dialect().locked(query, Dialect.Lock.EXCLUSIVE));
    }

    /** Running, with a lease that nobody has revoked. */
    static Condition active(Dialect dialect) {
        return dialect.unindexed(RUN.STATE)
                .eq(inline(RunShape.STATE.of(RunState.RUNNING)))
                .and(RUN.REVOKED_AT.isNull());
    }

    /**
     * A scoped stop ends no run: a run of its scope that is cancelling is under another barrier.
     */
    void certifyRuns(Barrier barrier) {
        if (!(barrier.selector() instanceof Selector.Everything)) {
            return;
        }
        turn.change(dsl.update(RUN)
                .set(RUN.STATE, RunShape.STATE.of(RunState.CANCELLED))
                .set(RUN.ENDED_AT, turn.now().toEpochMilli())
                .where(
                        Scope.runs(turn.dialect(), barrier),
                        RUN.STATE.eq(RunShape.STATE.of(RunState.CANCELLING))));
        turn.forget(RunShape.SHAPE);
    }

    List<RunId> waiting(Barrier barrier, int most) {
        return turn.all(
                in -> new RunId(in.text()),
                dsl.select(OPERATION.RUN_ID)
                        .from(OPERATION)
                        .where(
                                Scope.operations(turn.dialect(), barrier),
                                OperationRecords.NOT_STARTED,
                                NOTHING_TO_TAKE_IN)
                        .limit(inline(most)));
    }

    List<Swept> cancelNotStarted(Barrier barrier, int most) {
        return cancelNotStarted(barrier, Scope.operations(turn.dialect(), barrier), most);
    }

    List<Swept> cancelWaiting(Barrier barrier, List<RunId> runs, int most) {
        Condition scope = Scope.operations(turn.dialect(), barrier, runs);
        return cancelNotStarted(barrier, scope.and(NOTHING_TO_TAKE_IN), most);
    }

    /**
     * Two statements, because a changed row no longer says whether a person was still to decide:
     * first what awaited approval, then the rest.
     */
    private List<Swept> cancelNotStarted(Barrier barrier, Condition scope, int most) {
        Condition approvals = scope.and(OperationRecords.is(ExecutionState.AWAITING_APPROVAL));
        Condition others = scope.and(OPERATION.EXECUTION.in(OperationRecords.words(
                state -> state.notStarted() && state != ExecutionState.AWAITING_APPROVAL)));
        List<Taken> taken =
                new ArrayList<>(cancel(barrier, approvals, ExecutionState.AWAITING_APPROVAL, most));
        if (taken.size() < most) {
            taken.addAll(cancel(barrier, others, ExecutionState.QUEUED, most - taken.size()));
        }
        turn.forget(OperationShape.SHAPE);
        return taken.stream()
                .sorted(Comparator.comparingLong(Taken::position))
                .map(Taken::swept)
                .toList();
    }

    private List<Taken> cancel(Barrier barrier, Condition which, ExecutionState before, int most) {
        return turn.dialect().severalWriters()
                ? cancelEach(barrier, which, before, most)
                : cancelAtOnce(barrier, which, before, most);
    }

    /** First a look, then each by its key: the tree is held, and no guess of the store matters. */
    private List<Taken> cancelEach(
            Barrier barrier, Condition which, ExecutionState before, int most) {
        List<Taken> found = turn.all(
                in -> taken(in, before),
                dsl.select(TAKEN).from(OPERATION).where(which).limit(most));
        turn.changeForEach(
                CANCEL,
                found.stream()
                        .map(each -> List.<Object>of(
                                barrier.id().value(),
                                barrier.tree().value(),
                                each.swept.key().run().value(),
                                each.swept.key().operation().value()))
                        .toList());
        return found;
    }

    private static Taken taken(RowReader in, ExecutionState before) {
        return new Taken(
                in.number(),
                new Swept(
                        OperationKey.of(in.text(), in.text()),
                        Swept.sort(before, in.word(OperationShape.KIND), in.integer())));
    }

    private List<Taken> cancelAtOnce(
            Barrier barrier, Condition which, ExecutionState before, int most) {
        var chosen = dsl.select(OPERATION.RUN_ID, OPERATION.OPERATION_ID)
                .from(OPERATION)
                .where(which)
                .limit(most);
        var update = dsl.update(OPERATION)
                .set(
                        OPERATION.EXECUTION,
                        OperationShape.EXECUTION.of(ExecutionState.CANCELLED_BEFORE_START))
                .setNull(OPERATION.AVAILABLE_AT)
                .set(
                        OPERATION.CANCELLED_BY,
                        coalesce(OPERATION.CANCELLED_BY, val(barrier.id().value())))
                .where(OPERATION.TREE_ID.eq(barrier.tree().value()))
                .and(row(OPERATION.RUN_ID, OPERATION.OPERATION_ID)
                        .in(turn.dialect().locked(chosen, Dialect.Lock.EXCLUSIVE)))
                .returning(TAKEN);
        return turn.changeReturning(in -> taken(in, before), update);
    }

    List<Operation> uncaptured(Barrier barrier, int most) {
        var query = dsl.select(OperationShape.SHAPE.fields())
                .from(OPERATION)
                .where(
                        Scope.operations(turn.dialect(), barrier),
                        OperationRecords.UNRESOLVED,
                        Scope.notTakenIn(barrier))
                .orderBy(OPERATION.POSITION, OPERATION.RUN_ID, OPERATION.OPERATION_ID)
                .limit(inline(most));
        return turn.all(OperationShape.SHAPE, turn.dialect().locked(query, Dialect.Lock.EXCLUSIVE));
    }
}
