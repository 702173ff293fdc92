package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.substring;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.withRecursive;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.RunId;
import java.util.List;
import org.jooq.CommonTableExpression;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.Record1;
import org.jooq.Select;

/**
 * The scope of a barrier as SQL: its run and every run below it by the authority link, which a
 * promotion has cut, restricted to the work of its selector.
 */
final class Scope {
    private static final Name BELOW = name("below");
    private static final Field<String> BELOW_RUN = field(name("below", "run_id"), String.class);

    private Scope() {}

    /** The runs of the scope. */
    static Condition runs(Dialect dialect, Barrier barrier) {
        return dialect.unindexed(RUN.TREE_ID)
                .eq(barrier.tree().value())
                .and(dialect.among(RUN.RUN_ID, runIds(dialect, barrier)));
    }

    /** The operations of the scope. */
    static Condition operations(Dialect dialect, Barrier barrier) {
        return operations(
                dialect, barrier, dialect.among(OPERATION.RUN_ID, runIds(dialect, barrier)));
    }

    /** The operations of some runs of the scope that its selector covers. */
    static Condition operations(Dialect dialect, Barrier barrier, List<RunId> runs) {
        return operations(
                dialect,
                barrier,
                OPERATION.RUN_ID.in(runs.stream().map(RunId::value).toList()));
    }

    private static Condition operations(Dialect dialect, Barrier barrier, Condition runs) {
        Condition tree = dialect.unindexed(OPERATION.TREE_ID)
                .eq(barrier.tree().value())
                .and(dialect.many(OPERATION.ACCEPTED_AT));
        return switch (barrier.selector()) {
            case Selector.Everything() -> tree.and(runs);
            case Selector.OneOperation(var operation) ->
                OPERATION
                        .TREE_ID
                        .eq(barrier.tree().value())
                        .and(OPERATION.RUN_ID.eq(barrier.run().value()))
                        .and(OPERATION.OPERATION_ID.eq(operation.value()));
            case Selector.Tools(var pattern) -> tree.and(runs).and(matching(pattern));
        };
    }

    /** The operations that the barrier has taken in, joined to their rows of {@code in_flight}. */
    static Condition takenIn(Barrier barrier) {
        return IN_FLIGHT
                .TREE_ID
                .eq(barrier.tree().value())
                .and(IN_FLIGHT.BARRIER_ID.eq(barrier.id().value()));
    }

    static Condition sameOperation() {
        return OPERATION
                .TREE_ID
                .eq(IN_FLIGHT.TREE_ID)
                .and(OPERATION.RUN_ID.eq(IN_FLIGHT.RUN_ID))
                .and(OPERATION.OPERATION_ID.eq(IN_FLIGHT.OPERATION_ID));
    }

    static Condition notTakenIn(Barrier barrier) {
        return notExists(selectOne().from(IN_FLIGHT).where(takenIn(barrier), sameOperation()));
    }

    // LIKE would ignore case in SQLite; tool names are compared exactly.
    private static Condition matching(CapabilityPattern pattern) {
        String value = pattern.value();
        if (!value.endsWith("*")) {
            return OPERATION.TOOL.eq(value);
        }
        String prefix = value.substring(0, value.length() - 1);
        return prefix.isEmpty()
                ? noCondition()
                : substring(OPERATION.TOOL, 1, prefix.length()).eq(prefix);
    }

    private static Select<Record1<String>> runIds(Dialect dialect, Barrier barrier) {
        // CROSS JOIN keeps the order: from each run found to its children, never the other way.
        CommonTableExpression<Record1<String>> below = BELOW.fields("run_id")
                .as(select(RUN.RUN_ID)
                        .from(RUN)
                        .where(
                                RUN.TREE_ID.eq(barrier.tree().value()),
                                RUN.RUN_ID.eq(barrier.run().value()))
                        .union(select(RUN.RUN_ID)
                                .from(table(BELOW))
                                .crossJoin(RUN)
                                .where(
                                        dialect.unindexed(RUN.TREE_ID)
                                                .eq(barrier.tree().value()),
                                        RUN.PARENT_RUN_ID.eq(BELOW_RUN))));
        return withRecursive(below).select(BELOW_RUN).from(below);
    }
}
