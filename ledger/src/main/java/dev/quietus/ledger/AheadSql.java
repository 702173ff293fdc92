package dev.quietus.ledger;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The questions of many commands in one statement each, for PostgreSQL. Every row is found by the
 * index that the question of a single command uses, however much the planner believes to find: a
 * lateral query with an OFFSET is run once for each row of the left side. What is given stands in a
 * subquery, so that the length of it makes no plan better than the one that is kept.
 */
final class AheadSql {
    /** Runs and all that their authority hangs on, whole rows. Given the runs. */
    static final String PATHS = "with recursive path as (select r.* from " + given("run_id")
            + lateral(columns(RunShape.SHAPE, "run"), "run where run.run_id = q.run_id", "r")
            + " union select r.* from path p"
            + lateral(columns(RunShape.SHAPE, "run"), "run where run.run_id = p.parent_run_id", "r")
            + ") select * from path";

    private static final String TREE =
            lateral("run.tree_id", "run where run.run_id = q.run_id", "r");

    private static final String KEY = ".tree_id = r.tree_id and %1$s.run_id = q.run_id and"
            + " %1$s.operation_id = q.operation_id";

    /** Operations, whole rows. Given their runs and their ids. */
    static final String OPERATIONS = "select o.* from " + given("run_id", "operation_id")
            + TREE
            + lateral(
                    columns(OperationShape.SHAPE, "operation"),
                    "operation where operation" + KEY.formatted("operation"),
                    "o");

    /**
     * Operations under the same business key as others of their runs, whole rows in the order in
     * which they were accepted. Given runs, operations and the keys, or none where the operation's
     * recorded one is meant.
     */
    static final String OTHERS = "select " + columns(OperationShape.SHAPE, "o") + " from "
            + given("run_id", "operation_id", "idempotency_key")
            + TREE
            + " cross join lateral (select coalesce(q.idempotency_key, (select x.idempotency_key"
            + " from operation x where x" + KEY.formatted("x") + ")) as business offset 0) k"
            + lateral(
                    columns(OperationShape.SHAPE, "operation") + ", operation.position",
                    "operation where operation.tree_id || '' = r.tree_id"
                            + " and operation.run_id = q.run_id and operation.epoch >= 0"
                            + " and operation.idempotency_key = k.business",
                    "o")
            + " order by o.position";

    /** Those of some operations that a barrier has taken in: run and id. Given runs and ids. */
    static final String HELD = "select q.run_id, q.operation_id from "
            + given("run_id", "operation_id")
            + TREE
            + " cross join lateral (select 1 from in_flight where in_flight"
            + KEY.formatted("in_flight") + " limit 1) f";

    private AheadSql() {}

    private static String given(String... names) {
        String all = List.of(names).stream()
                .map(name -> "(select ?::varchar[])")
                .collect(Collectors.joining(", "));
        return "unnest(" + all + ") q (" + String.join(", ", names) + ")";
    }

    private static String lateral(String what, String from, String name) {
        return " cross join lateral (select " + what + " from " + from + " offset 0) " + name;
    }

    private static String columns(Shape<?> shape, String table) {
        return shape.fields().stream()
                .map(field -> table + "." + field.getName())
                .collect(Collectors.joining(", "));
    }
}
