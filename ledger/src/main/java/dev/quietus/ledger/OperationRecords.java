package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.Template.limit;
import static dev.quietus.ledger.schema.Tables.CHAIN;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;

/** The operations, as one transaction sees them. */
final class OperationRecords {
    /** Inlined, so that the index by state serves it. */
    static final Condition NOT_STARTED = OPERATION.EXECUTION.in(words(ExecutionState::notStarted));

    static final Condition RUNNING = is(ExecutionState.RUNNING);

    /** Begun and not final; in the words of its index. */
    static final Condition UNRESOLVED = OPERATION.UNRESOLVED.isNotNull();

    /** Begun and not settled. */
    static final Condition UNSETTLED = UNRESOLVED.and(
            OPERATION.UNRESOLVED.in(inline(OutcomeColumns.OPEN), inline(OutcomeColumns.UNKNOWN)));

    // The run's tree, so that the indexes that begin with it serve where only the run is known.
    private static Condition ofGivenRun(Dialect dialect, Field<Long> number) {
        return dialect.unindexed(OPERATION.TREE_ID)
                .eq(select(RUN.TREE_ID).from(RUN).where(RUN.RUN_ID.eq(given(RUN.RUN_ID))))
                .and(OPERATION.RUN_ID.eq(given(OPERATION.RUN_ID)))
                .and(dialect.many(number));
    }

    private static final Template BY_KEY = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(dialect.row(OperationShape.SHAPE.fields()))
                    .from(OPERATION)
                    .where(OPERATION.TREE_ID.eq(given(OPERATION.TREE_ID)))
                    .and(OPERATION.RUN_ID.eq(given(OPERATION.RUN_ID)))
                    .and(OPERATION.OPERATION_ID.eq(given(OPERATION.OPERATION_ID))),
            Dialect.Lock.EXCLUSIVE));

    private static final Template BY_BUSINESS = new Template(dialect -> dialect.dsl()
            .select(dialect.row(OperationShape.SHAPE.fields()))
            .from(OPERATION)
            .where(ofGivenRun(dialect, OPERATION.EPOCH))
            .and(OPERATION.IDEMPOTENCY_KEY.eq(given(OPERATION.IDEMPOTENCY_KEY)))
            .orderBy(OPERATION.POSITION));

    private static Condition isDue(Dialect dialect) {
        return OPERATION
                .QUEUE
                .eq(given(OPERATION.QUEUE))
                .and(OPERATION.AVAILABLE_AT.le(given(OPERATION.AVAILABLE_AT)))
                .and(dialect.unindexed(OPERATION.EXECUTION).in(words(OperationRecords::waits)));
    }

    private static boolean waits(ExecutionState state) {
        return state == ExecutionState.QUEUED || state == ExecutionState.SCHEDULED;
    }

    private static final Template NEXT_DUE = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(OperationShape.SHAPE.fields())
                    .from(OPERATION)
                    .where(isDue(dialect))
                    .orderBy(OPERATION.AVAILABLE_AT, OPERATION.POSITION)
                    .limit(inline(1)),
            Dialect.Lock.EXCLUSIVE));

    // Holds the tree at the same time; the operation itself is read again behind that.
    private static final Template NEXT_DUE_IN_FREE_TREE =
            new Template(dialect -> dialect.lockedWhereFree(
                    dialect.dsl()
                            .select(OPERATION.TREE_ID, OPERATION.RUN_ID, OPERATION.OPERATION_ID)
                            .from(OPERATION)
                            .join(CHAIN)
                            .on(CHAIN.TREE_ID.eq(OPERATION.TREE_ID))
                            .where(isDue(dialect))
                            .orderBy(OPERATION.AVAILABLE_AT, OPERATION.POSITION)
                            .limit(inline(1)),
                    CHAIN));

    private static final Template BY_REQUEST = new Template(dialect -> dialect.dsl()
            .select(OperationShape.SHAPE.fields())
            .from(OPERATION)
            .where(RUNNING)
            .and(OPERATION.QUEUE.isNotNull())
            .and(OPERATION.WORKER.eq(given(OPERATION.WORKER)))
            .and(OPERATION.REQUEST_ID.eq(given(OPERATION.REQUEST_ID)))
            .orderBy(OPERATION.POSITION.desc())
            .limit(inline(1)));

    private static final Template SILENT = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(OperationShape.SHAPE.fields())
                    .from(OPERATION)
                    .where(OPERATION.SILENT_AT.le(given(OPERATION.SILENT_AT)))
                    .orderBy(OPERATION.SILENT_AT)
                    .limit(limit()),
            Dialect.Lock.EXCLUSIVE));

    private static final Template WORKED_BY = new Template(dialect -> dialect.dsl()
            .select(OperationShape.SHAPE.fields())
            .from(OPERATION)
            .where(RUNNING)
            .and(OPERATION.WORKER.startsWith(given(OPERATION.WORKER)))
            .orderBy(OPERATION.POSITION)
            .limit(limit()));

    private static final Template UNRESOLVED_BY = new Template(dialect -> dialect.dsl()
            .select(OperationShape.SHAPE.fields())
            .from(OPERATION)
            .where(ofGivenRun(dialect, OPERATION.ACCEPTED_AT))
            .and(UNRESOLVED)
            .and(OPERATION.WORKER.startsWith(given(OPERATION.WORKER)))
            .orderBy(OPERATION.POSITION)
            .limit(limit()));

    private static final Template LOOKS_DUE = new Template(dialect -> dialect.dsl()
            .select(OperationShape.SHAPE.fields())
            .from(OPERATION)
            .where(OPERATION.NEXT_LOOK_AT.le(given(OPERATION.NEXT_LOOK_AT)))
            .and(notExists(selectOne()
                    .from(IN_FLIGHT)
                    .where(
                            IN_FLIGHT.TREE_ID.eq(OPERATION.TREE_ID),
                            IN_FLIGHT.RUN_ID.eq(OPERATION.RUN_ID),
                            IN_FLIGHT.OPERATION_ID.eq(OPERATION.OPERATION_ID))))
            .orderBy(OPERATION.NEXT_LOOK_AT)
            .limit(limit()));

    private static final Template NOT_STARTED_OF_RUN = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(OperationShape.SHAPE.fields())
                    .from(OPERATION)
                    .where(ofGivenRun(dialect, OPERATION.ACCEPTED_AT))
                    .and(NOT_STARTED)
                    .limit(limit()),
            Dialect.Lock.EXCLUSIVE));

    private static final Template COUNT_UNFINISHED = new Template(dialect -> dialect.dsl()
            .selectCount()
            .from(OPERATION)
            .where(ofGivenRun(dialect, OPERATION.ACCEPTED_AT))
            .and(OPERATION.EXECUTION.in(
                    words(state -> state.notStarted() || state == ExecutionState.RUNNING))));

    private static final int BUSINESS =
            OperationShape.SHAPE.fields().indexOf(OPERATION.IDEMPOTENCY_KEY);

    /** An operation that a queue may hand out next. */
    record Candidate(TreeId tree, OperationKey key) {}

    private final Turn turn;

    OperationRecords(Turn turn) {
        this.turn = turn;
    }

    /** What a row of an operation answers by itself, or appears in, of what is read ahead. */
    static List<Question> about(@Nullable Object[] row) {
        String run = String.valueOf(row[1]);
        return List.of(
                byKey(String.valueOf(row[0]), run, String.valueOf(row[2])),
                byBusiness(run, business(row)));
    }

    static Question byKey(String tree, String run, String operation) {
        return Question.of(BY_KEY, tree, run, operation);
    }

    static Question byBusiness(String run, String key) {
        return Question.of(BY_BUSINESS, run, run, key);
    }

    /** The business key in a row. */
    static String business(@Nullable Object[] row) {
        return String.valueOf(row[BUSINESS]);
    }

    static Condition is(ExecutionState state) {
        return OPERATION.EXECUTION.eq(inline(OperationShape.EXECUTION.of(state)));
    }

    static List<Field<String>> words(Predicate<ExecutionState> which) {
        return Arrays.stream(ExecutionState.values())
                .filter(which)
                .map(state -> inline(OperationShape.EXECUTION.of(state)))
                .<Field<String>>map(word -> word)
                .toList();
    }

    Optional<Operation> operation(TreeId tree, OperationKey key) {
        return turn.one(
                OperationShape.SHAPE,
                BY_KEY,
                tree.value(),
                key.run().value(),
                key.operation().value());
    }

    List<Operation> of(RunId run, IdempotencyKey key) {
        return turn.all(OperationShape.SHAPE, BY_BUSINESS, run.value(), run.value(), key.value());
    }

    void insert(Operation operation) {
        turn.insert(OperationShape.SHAPE, operation);
    }

    void update(Operation operation) {
        turn.update(OperationShape.SHAPE, operation);
    }

    Optional<Operation> nextDue(QueueName queue) {
        return turn.one(OperationShape.SHAPE, NEXT_DUE, queue.value(), now());
    }

    /** An operation that may be next, in a tree that is locked by this. */
    Optional<Candidate> nextDueInFreeTree(QueueName queue) {
        return turn
                .all(
                        in -> new Candidate(
                                new TreeId(in.text()), OperationKey.of(in.text(), in.text())),
                        NEXT_DUE_IN_FREE_TREE,
                        queue.value(),
                        now())
                .stream()
                .findFirst();
    }

    /** The operation, if its queue may still hand it out. */
    Optional<Operation> stillDue(QueueName queue, Candidate candidate) {
        return operation(candidate.tree(), candidate.key())
                .filter(found -> found.work().queue().filter(queue::equals).isPresent())
                .filter(found -> waits(found.execution()))
                .filter(found -> found.availableAt()
                        .filter(at -> !at.isAfter(turn.now()))
                        .isPresent());
    }

    Optional<Operation> claimed(WorkerId worker, RequestId request) {
        return turn.one(OperationShape.SHAPE, BY_REQUEST, worker.value(), request.value());
    }

    List<Operation> silent(int most) {
        return turn.all(OperationShape.SHAPE, SILENT, now(), most);
    }

    List<Operation> workedBy(String beginning, int most) {
        return turn.all(OperationShape.SHAPE, WORKED_BY, beginning, most);
    }

    List<Operation> unresolvedBy(RunId run, String beginning, int most) {
        return turn.all(
                OperationShape.SHAPE, UNRESOLVED_BY, run.value(), run.value(), beginning, most);
    }

    List<Operation> looksDue(int most) {
        return turn.all(OperationShape.SHAPE, LOOKS_DUE, now(), most);
    }

    List<Operation> notStarted(RunId run, int most) {
        return turn.all(OperationShape.SHAPE, NOT_STARTED_OF_RUN, run.value(), run.value(), most);
    }

    long unfinished(RunId run) {
        return turn.all(RowReader::number, COUNT_UNFINISHED, run.value(), run.value())
                .getFirst();
    }

    private long now() {
        return turn.now().toEpochMilli();
    }
}
