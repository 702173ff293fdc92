package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.inline;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Select;

/** Counts of what is not over, all from the small indexes of live rows. */
final class Counting {
    private static final Condition LIVE = OPERATION.EXECUTION.in(
            OperationRecords.words(state -> state.notStarted() || state == ExecutionState.RUNNING));

    private Counting() {}

    private record PerRun(RunId run, String word, long number) {}

    static Map<RunId, RunCounts> perRun(DurableLedger ledger, List<RunId> runs) {
        List<String> ids = runs.stream().map(RunId::value).toList();
        List<PerRun> groups = ledger.snapshot(turn -> {
            DSLContext dsl = turn.dialect().dsl();
            Condition ofRun = turn.dialect()
                    .unindexed(OPERATION.TREE_ID)
                    .eq(RUN.TREE_ID)
                    .and(OPERATION.RUN_ID.eq(RUN.RUN_ID))
                    .and(turn.dialect().many(OPERATION.ACCEPTED_AT));
            var live = dsl.select(RUN.RUN_ID, OPERATION.EXECUTION, count())
                    .from(RUN)
                    .join(OPERATION)
                    .on(ofRun)
                    .where(RUN.RUN_ID.in(ids), LIVE)
                    .groupBy(RUN.RUN_ID, OPERATION.EXECUTION);
            var unsettled = dsl.select(RUN.RUN_ID, OPERATION.UNRESOLVED, count())
                    .from(RUN)
                    .join(OPERATION)
                    .on(ofRun)
                    .where(RUN.RUN_ID.in(ids), OperationRecords.UNSETTLED)
                    .groupBy(RUN.RUN_ID, OPERATION.UNRESOLVED);
            return turn.all(
                    in -> new PerRun(new RunId(in.text()), in.text(), in.number()),
                    live.unionAll(unsettled));
        });
        Map<RunId, RunCounts> counts = new HashMap<>();
        groups.forEach(
                group -> counts.merge(group.run, one(group.word, group.number), Counting::sum));
        return counts;
    }

    private static RunCounts one(String word, long number) {
        return switch (word) {
            case OutcomeColumns.OPEN -> new RunCounts(0, 0, number, 0);
            case OutcomeColumns.UNKNOWN -> new RunCounts(0, 0, 0, number);
            case "running" -> new RunCounts(0, number, 0, 0);
            default -> new RunCounts(number, 0, 0, 0);
        };
    }

    private static RunCounts sum(RunCounts a, RunCounts b) {
        return new RunCounts(
                a.notStarted() + b.notStarted(),
                a.running() + b.running(),
                a.unsettled() + b.unsettled(),
                a.unknown() + b.unknown());
    }

    static LedgerTotals totals(DurableLedger ledger) {
        return ledger.snapshot(turn -> {
            DSLContext dsl = turn.dialect().dsl();
            return new LedgerTotals(
                    byWord(
                            turn,
                            RunState.class,
                            RunShape.STATE::parse,
                            dsl.select(RUN.STATE, count())
                                    .from(RUN)
                                    .where(turn.dialect().many(RUN.POSITION))
                                    .groupBy(RUN.STATE)),
                    byWord(
                            turn,
                            ExecutionState.class,
                            OperationShape.EXECUTION::parse,
                            dsl.select(OPERATION.EXECUTION, count())
                                    .from(OPERATION)
                                    .where(LIVE, turn.dialect().many(OPERATION.ACCEPTED_AT))
                                    .groupBy(OPERATION.EXECUTION)),
                    number(
                            turn,
                            dsl.selectCount()
                                    .from(OPERATION)
                                    .where(
                                            OPERATION.QUEUE.isNotNull(),
                                            OPERATION.AVAILABLE_AT.isNotNull())),
                    number(
                            turn,
                            dsl.selectCount()
                                    .from(OPERATION)
                                    .where(
                                            OperationRecords.UNSETTLED,
                                            turn.dialect().many(OPERATION.ACCEPTED_AT),
                                            OPERATION.UNRESOLVED.eq(
                                                    inline(OutcomeColumns.UNKNOWN)))),
                    number(turn, dsl.selectCount().from(BARRIER).where(BarrierRows.OPEN)));
        });
    }

    private static <E extends Enum<E>> Map<E, Long> byWord(
            Turn turn, Class<E> type, Function<String, E> words, Select<?> query) {
        Map<E, Long> counts = new EnumMap<>(type);
        turn.all(in -> Map.entry(words.apply(in.text()), in.number()), query)
                .forEach(group -> counts.put(group.getKey(), group.getValue()));
        return counts;
    }

    private static long number(Turn turn, Select<?> query) {
        return turn.all(RowReader::number, query).getFirst();
    }
}
