package dev.quietus.drill.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * The rows of one operation's begin and finish as the server wrote them. Immutable.
 *
 * @param run the run
 * @param chain where its chain ends
 * @param begun an operation that runs
 * @param finished one that is over
 * @param finishing the columns that a finish changes
 * @param events what is recorded of the one that is over, the finish last
 */
record BareRows(
        CopiedRow run,
        CopiedRow chain,
        CopiedRow begun,
        CopiedRow finished,
        List<String> finishing,
        List<CopiedRow> events) {

    // In these, two operations differ whatever their state.
    private static final Set<String> OF_EACH = Set.of(
            "tree_id",
            "run_id",
            "operation_id",
            "position",
            "idempotency_key",
            "accepted_at",
            "begun_at",
            "request_id");

    /** Reads them; an operation that runs and one that is over must be there. */
    static BareRows read(Connection connection) throws SQLException {
        CopiedRow finished = CopiedRow.one(
                connection,
                "operation",
                "tool = 'bench.call' AND execution = 'succeeded' ORDER BY position LIMIT 1");
        CopiedRow begun = CopiedRow.one(
                connection,
                "operation",
                "tool = 'bench.call' AND execution = 'running' ORDER BY position LIMIT 1");
        String tree = "tree_id = '" + finished.values().get("tree_id") + "'";
        return new BareRows(
                CopiedRow.one(connection, "run", tree),
                CopiedRow.one(connection, "chain", tree),
                begun,
                finished,
                begun.different(finished, OF_EACH),
                CopiedRow.read(
                        connection,
                        "event",
                        tree + " AND operation_id = '" + finished.values().get("operation_id")
                                + "' ORDER BY seq"));
    }
}
