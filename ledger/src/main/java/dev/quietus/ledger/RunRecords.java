package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.Template.limit;
import static dev.quietus.ledger.schema.Tables.RUN;
import static dev.quietus.ledger.schema.Tables.RUN_LABEL;
import static org.jooq.impl.DSL.inline;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.Records.Label;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The runs and their labels, as one transaction sees them. */
final class RunRecords {
    /** Inlined, so that the indexes of running runs serve it. */
    static final Condition RUNNING = RUN.STATE.eq(inline(RunShape.STATE.of(RunState.RUNNING)));

    private static final Template BY_ID = byId(Dialect.Lock.SHARED);
    private static final Template BY_ID_EXCLUSIVE = byId(Dialect.Lock.EXCLUSIVE);

    private static final Template CHILDREN = new Template(dialect -> dialect.dsl()
            .select(RunShape.SHAPE.fields())
            .from(RUN)
            .where(dialect.unindexed(RUN.TREE_ID).eq(given(RUN.TREE_ID)))
            .and(RUN.PARENT_RUN_ID.eq(given(RUN.PARENT_RUN_ID)))
            .orderBy(RUN.POSITION, RUN.RUN_ID)
            .limit(limit()));

    private static final Template TO_EXPIRE = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(RunShape.SHAPE.fields())
                    .from(RUN)
                    .where(RUNNING)
                    .and(RUN.VALID_UNTIL.le(given(RUN.VALID_UNTIL)))
                    .orderBy(RUN.VALID_UNTIL, RUN.POSITION)
                    .limit(limit()),
            Dialect.Lock.EXCLUSIVE));

    private static final Template INSERT_LABEL = new Template(dialect -> dialect.dsl()
            .insertInto(
                    RUN_LABEL,
                    RUN_LABEL.TREE_ID,
                    RUN_LABEL.RUN_ID,
                    RUN_LABEL.LABEL_KEY,
                    RUN_LABEL.LABEL_VALUE,
                    RUN_LABEL.POSITION)
            .values(
                    given(RUN_LABEL.TREE_ID),
                    given(RUN_LABEL.RUN_ID),
                    given(RUN_LABEL.LABEL_KEY),
                    given(RUN_LABEL.LABEL_VALUE),
                    given(RUN_LABEL.POSITION)));

    private static final int RUN_ID = RunShape.SHAPE.fields().indexOf(RUN.RUN_ID);

    private final Turn turn;

    RunRecords(Turn turn) {
        this.turn = turn;
    }

    private static Template byId(Dialect.Lock lock) {
        return new Template(dialect -> dialect.locked(
                dialect.dsl()
                        .select(dialect.row(RunShape.SHAPE.fields()))
                        .from(RUN)
                        .where(RUN.RUN_ID.eq(given(RUN.RUN_ID))),
                lock));
    }

    /** What a row of a run answers by itself, or could. */
    static List<Question> about(@Nullable Object[] row) {
        return ofRun(String.valueOf(row[RUN_ID]));
    }

    /** What asks for the row of one run. */
    static List<Question> ofRun(String run) {
        return List.of(Question.of(BY_ID, run), Question.of(BY_ID_EXCLUSIVE, run));
    }

    Optional<Run> run(RunId id) {
        return turn.one(RunShape.SHAPE, BY_ID, id.value());
    }

    List<Run> path(RunId id, Dialect.Lock lock) {
        List<Run> path = new ArrayList<>(4);
        Template own = lock == Dialect.Lock.EXCLUSIVE ? BY_ID_EXCLUSIVE : BY_ID;
        Optional<Run> next = turn.one(RunShape.SHAPE, own, id.value());
        while (next.isPresent()) {
            Run run = next.get();
            path.add(run);
            Invariant.check(
                    path.size() <= Run.MAX_DEPTH,
                    "run %s hangs on more than %s runs",
                    id,
                    Run.MAX_DEPTH);
            next = run.parent().flatMap(this::run);
            Invariant.check(
                    next.isPresent() || run.independent(),
                    "run %s hangs on no run that is there",
                    run.id());
        }
        return path;
    }

    List<Run> children(TreeId tree, RunId id, int most) {
        return turn.all(RunShape.SHAPE, CHILDREN, tree.value(), id.value(), most);
    }

    void insert(Run run) {
        long place = turn.insert(RunShape.SHAPE, run);
        run.labels()
                .forEach((key, value) -> turn.change(
                        INSERT_LABEL, run.tree().value(), run.id().value(), key, value, place));
    }

    void update(Run run) {
        turn.update(RunShape.SHAPE, run);
    }

    List<Run> toExpire(int most) {
        return turn.all(RunShape.SHAPE, TO_EXPIRE, turn.now().toEpochMilli(), most);
    }

    List<RunId> toStop(Optional<Label> label, Optional<RunId> after, int most) {
        var dsl = turn.dialect().dsl();
        Condition later = afterId(RUN.RUN_ID, after);
        var query = label.isEmpty()
                ? dsl.select(RUN.RUN_ID)
                        .from(RUN)
                        .where(
                                RUNNING,
                                RUN.PARENT_RUN_ID.isNull(),
                                later,
                                turn.dialect().many(RUN.POSITION))
                : dsl.select(RUN.RUN_ID)
                        .from(RUN_LABEL)
                        .join(RUN)
                        .on(RUN.TREE_ID.eq(RUN_LABEL.TREE_ID), RUN.RUN_ID.eq(RUN_LABEL.RUN_ID))
                        .where(
                                RUN_LABEL.LABEL_KEY.eq(label.get().key()),
                                RUN_LABEL.LABEL_VALUE.eq(label.get().value()),
                                RUNNING,
                                afterId(RUN_LABEL.RUN_ID, after));
        return turn.all(in -> new RunId(in.text()), query.orderBy(RUN.RUN_ID).limit(most));
    }

    private static Condition afterId(Field<String> column, Optional<RunId> after) {
        return after.<Condition>map(id -> column.gt(id.value())).orElseGet(DSL::noCondition);
    }
}
