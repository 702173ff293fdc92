package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.OPERATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.Condition;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL finds every row by the index that is meant for it, whatever it believes to know about
 * the tables: nothing in a new ledger, or that every run is small when one is not.
 *
 * <p>It once looked for each operation among all those of its run: ten times as many took a hundred
 * times as long, and ten thousand that a stop had to cancel took a minute.
 */
final class PostgresPlansTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Pattern INDEX =
            Pattern.compile("Index (?:Only )?Scan (?:Backward )?using (\\w+)");
    private static final Set<String> KEY_OF_RUN = Set.of("run_key", "run_id_is_unique");

    /** What finds the rows of a statement, beside the key of the run that it names. */
    private static final Map<String, String> MEANT = Map.ofEntries(
            Map.entry("BarrierRows.BY_ID", "barrier_id_is_unique"),
            Map.entry("BarrierRows.BY_SCOPE", "barrier_scope_is_unique"),
            Map.entry("BarrierRows.DUE", "barrier_step"),
            Map.entry("BarrierRows.DUE_IN_TURN", "barrier_step"),
            Map.entry("BarrierRows.HOLDING", "in_flight_holders"),
            Map.entry("BarrierRows.IS_HELD", "in_flight_holders"),
            Map.entry("BarrierRows.NEWEST_RECEIPT", "receipt_by_barrier"),
            Map.entry("BarrierRows.NEXT_STEP", "barrier_step"),
            Map.entry("ChainRecords.HEAD", "chain_key"),
            Map.entry("OperationRecords.BY_BUSINESS", "operation_by_business"),
            Map.entry("OperationRecords.BY_KEY", "operation_key"),
            Map.entry("OperationRecords.BY_REQUEST", "operation_claim"),
            Map.entry("OperationRecords.COUNT_UNFINISHED", "operation_by_execution"),
            Map.entry("OperationRecords.LOOKS_DUE", "operation_look"),
            Map.entry("OperationRecords.NEXT_DUE", "operation_due"),
            Map.entry("OperationRecords.NEXT_DUE_IN_FREE_TREE", "operation_due"),
            Map.entry("OperationRecords.NOT_STARTED_OF_RUN", "operation_by_execution"),
            Map.entry("OperationRecords.SILENT", "operation_silence"),
            Map.entry("OperationRecords.UNRESOLVED_BY", "operation_unresolved"),
            Map.entry("OperationRecords.WORKED_BY", "operation_request"),
            Map.entry("RunRecords.CHILDREN", "run_children"),
            Map.entry("RunRecords.TO_EXPIRE", "run_expiry"),
            Map.entry("ScopeRecords.CANCEL", "operation_key"));

    /** Joined to these by their keys. */
    private static final Set<String> JOINED =
            Set.of("barrier_key", "barrier_id_is_unique", "chain_key", "in_flight_holders");

    private static final String OPERATION_KEY =
            " where tree_id = $1 and run_id = $2 and operation_id = $3";

    private final PostgresServer server = PostgresEngine.NEWEST.server();
    private final String database = "plans_" + NUMBER.incrementAndGet();
    private final Dialect dialect = new PostgresDialect("plans", false);
    private final Statements statements = new Statements(dialect);
    private final Run large = Samples.root("large");
    private DurableLedger ledger;

    @BeforeEach
    void opensANewLedger() {
        server.create(database);
        ledger = PostgresLedger.open(PostgresSettings.of(server.address(database)));
    }

    @AfterEach
    void closesIt() {
        ledger.close();
    }

    /** Many small trees that the store has counted, and behind that a run that is not small. */
    private void smallTreesAndThenALargeRun(int operations) throws SQLException {
        for (int tree = 0; tree < 60; tree++) {
            Run run = Samples.root("small-" + tree);
            ledger.write(records -> {
                records.insert(run);
                records.insert(Samples.queued(run, "op-0"));
                records.insert(Samples.running(run, "op-1"));
                return true;
            });
        }
        server.run(database, "analyze");
        ledger.write(records -> {
            records.insert(large);
            for (int i = 0; i < operations; i++) {
                records.insert(Samples.queued(large, "op-" + i));
            }
            return true;
        });
    }

    /** The indexes of a plan that is made without knowing the values; reading all is no index. */
    private Set<String> indexes(String sql) throws SQLException {
        Set<String> found = new TreeSet<>();
        try (Connection connection = server.connect(database + "?preferQueryMode=simple");
                Statement statement = connection.createStatement()) {
            // A table of a few rows is read whole, and rightly; here a large one is meant.
            statement.execute("set enable_seqscan = off");
            statement.execute("set enable_bitmapscan = off");
            ResultSet plan = statement.executeQuery("explain (generic_plan) " + numbered(sql));
            while (plan.next()) {
                String step = plan.getString(1);
                Matcher index = INDEX.matcher(step);
                if (index.find()) {
                    found.add(index.group(1));
                } else if (step.contains("Seq Scan")) {
                    found.add(step.strip());
                }
            }
        }
        return found;
    }

    private static String numbered(String sql) {
        StringBuilder numbered = new StringBuilder();
        int next = 1;
        for (int i = 0; i < sql.length(); i++) {
            char each = sql.charAt(i);
            numbered.append(each == '?' ? "$" + next++ : String.valueOf(each));
        }
        return numbered.toString();
    }

    private String scoped(Condition which) {
        return DSL.using(SQLDialect.POSTGRES).renderInlined(which);
    }

    private void findsEveryRowByItsOwnIndex() throws Exception {
        for (var template : PlansTest.templates().entrySet()) {
            String sql = statements.sql(template.getValue());
            if (sql.startsWith("insert")) {
                continue;
            }
            Set<String> found = indexes(sql);
            String meant = MEANT.get(template.getKey());
            if (meant == null) {
                assertThat(found).as(template.getKey()).isSubsetOf(KEY_OF_RUN).isNotEmpty();
            } else {
                found.removeAll(KEY_OF_RUN);
                assertThat(found).as(template.getKey()).contains(meant);
                found.remove(meant);
                assertThat(found).as(template.getKey()).isSubsetOf(JOINED);
            }
        }
        for (String key : List.of(
                statements.select(OperationShape.SHAPE),
                // What the store itself asks before it takes a row that refers to this one.
                "select 1 from only operation x" + OPERATION_KEY + " for key share of x",
                "update operation set epoch = 2" + OPERATION_KEY,
                "delete from operation" + OPERATION_KEY)) {
            assertThat(indexes(key)).as(key).containsExactly("operation_key");
        }
        findsWhatIsReadAheadByTheSameIndexes();
        assertThat(indexes("select 1 from only run x where tree_id = $1 and run_id = $2"
                        + " for key share of x"))
                .isSubsetOf(KEY_OF_RUN)
                .hasSize(1);
        findsAScopeByItsOwnIndexes();
    }

    private void findsWhatIsReadAheadByTheSameIndexes() throws SQLException {
        assertThat(indexes(AheadSql.PATHS)).isSubsetOf(KEY_OF_RUN).isNotEmpty();
        for (var meant : Map.of(
                        AheadSql.OPERATIONS, Set.of("operation_key"),
                        AheadSql.OTHERS, Set.of("operation_key", "operation_by_business"),
                        AheadSql.HELD, Set.of("in_flight_holders"))
                .entrySet()) {
            Set<String> found = indexes(meant.getKey());
            found.removeAll(KEY_OF_RUN);
            assertThat(found).as(meant.getKey()).isEqualTo(meant.getValue());
        }
        BitSet changed = new BitSet();
        changed.set(
                OperationShape.SHAPE.keyLength(), OperationShape.SHAPE.fields().size());
        assertThat(indexes(Together.update(OperationShape.SHAPE, changed).sql()))
                .containsExactly("operation_key");
        assertThat(indexes(Together.NEXT_HEADS.sql())).containsExactly("chain_key");
    }

    private void findsAScopeByItsOwnIndexes() throws SQLException {
        Barrier barrier = Samples.everything(large);
        String operations = "select * from operation where ";
        Condition scope = Scope.operations(dialect, barrier);
        for (Condition which : List.of(OperationRecords.NOT_STARTED, OperationRecords.RUNNING)) {
            assertThat(indexes(operations + scoped(scope.and(which)) + " limit 128"))
                    .contains("operation_by_execution", "run_children")
                    .isSubsetOf(
                            "operation_by_execution",
                            "run_children",
                            "run_key",
                            "run_id_is_unique");
        }
        Condition named =
                Scope.operations(dialect, barrier, List.of(large.id(), new RunId("another")));
        assertThat(indexes(operations
                        + scoped(named.and(OperationRecords.NOT_STARTED)
                                .and(OPERATION.UNRESOLVED.isNull()))
                        + " limit 128"))
                .containsExactly("operation_by_execution");
        assertThat(indexes(operations
                        + scoped(scope.and(OperationRecords.UNRESOLVED)
                                .and(Scope.notTakenIn(barrier)))
                        + " order by position limit 128"))
                .contains("operation_unresolved", "run_children")
                .doesNotContain("operation_key", "operation_in_order", "in_flight_in_order");
        assertThat(indexes("select * from run where "
                        + scoped(Scope.runs(dialect, barrier).and(ScopeRecords.active(dialect)))
                        + " order by position limit 128"))
                .contains("run_children")
                .isSubsetOf("run_children", "run_id_is_unique", "run_key");
    }

    @Test
    void findsEveryRowByItsOwnIndexInANewLedger() throws Exception {
        findsEveryRowByItsOwnIndex();
    }

    @Test
    void findsEveryRowByItsOwnIndexWhenOneRunHasGrownUnseen() throws Exception {
        smallTreesAndThenALargeRun(2_000);
        findsEveryRowByItsOwnIndex();
    }

    @Test
    void sweepsByReadingEachRowAFewTimesHoweverManyThereAre() throws Exception {
        int operations = 3_000;
        smallTreesAndThenALargeRun(operations);
        Barrier barrier = Samples.everything(large);
        ledger.write(records -> {
            records.insert(barrier);
            return true;
        });
        long before = rowsRead();
        List<Swept> swept = new ArrayList<>();
        List<Swept> batch;
        do {
            batch = ledger.write(records -> {
                assertThat(records.uncaptured(barrier, 128)).isEmpty();
                return records.cancelNotStarted(barrier, 128);
            });
            swept.addAll(batch);
        } while (!batch.isEmpty());
        assertThat(swept).hasSize(operations);
        assertThat(rowsRead() - before).isBetween(2L * operations, 40L * operations);
    }

    /** How many entries of indexes and rows of tables were read so far. */
    private long rowsRead() throws SQLException {
        // A connection tells what it did at its end.
        ledger.close();
        await().atMost(Duration.ofSeconds(20)).until(() -> connections() == 0);
        ledger = PostgresLedger.open(PostgresSettings.of(server.address(database)));
        return number("select (select sum(idx_tup_read) from pg_stat_user_indexes where relname ="
                + " 'operation') + (select seq_tup_read from pg_stat_user_tables where relname ="
                + " 'operation')");
    }

    private long connections() throws SQLException {
        return number("select count(*) from pg_stat_activity where datname = current_database()"
                + " and pid <> pg_backend_pid() and backend_type = 'client backend'");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = server.connect(database)) {
            return PostgresStore.number(connection, sql);
        }
    }
}
