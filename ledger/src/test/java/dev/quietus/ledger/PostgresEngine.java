package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** Ledgers in databases of one server; a database is emptied and used again. */
final class PostgresEngine implements Engine {
    static final PostgresEngine NEWEST =
            new PostgresEngine(PostgresServer.NEWEST, Optional.empty());
    static final PostgresEngine OLDEST =
            new PostgresEngine(PostgresServer.OLDEST, PostgresServer.installedMissing());

    private static final String EMPTY = "delete from in_flight; delete from receipt;"
            + " delete from barrier; delete from operation; delete from run_label;"
            + " delete from run; delete from event; delete from chain; delete from token;"
            + " delete from commit_mark; delete from setting where name <> 'ledger';"
            + " insert into setting values ('frozen', 'false'), ('decided_place', '0');"
            + " alter sequence event_place restart; alter sequence row_place restart";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final PostgresServer.Start start;
    private final Optional<String> missing;
    private Optional<DatabasePlace> unused = Optional.empty();

    private PostgresEngine(PostgresServer.Start start, Optional<String> missing) {
        this.start = start;
        this.missing = missing;
    }

    PostgresServer server() {
        missing.ifPresent(why -> Assumptions.abort("skipped: " + why));
        return start.server();
    }

    @Override
    public synchronized DatabasePlace place() {
        PostgresServer server = server();
        Optional<DatabasePlace> again = unused;
        unused = Optional.empty();
        if (again.isPresent()) {
            again.get().empty();
            return again.get();
        }
        String database = "ledger_" + NUMBER.incrementAndGet();
        server.create(database);
        return new DatabasePlace(server, database, this);
    }

    private synchronized void giveBack(DatabasePlace place) {
        unused = Optional.of(place);
    }

    record DatabasePlace(PostgresServer server, String database, PostgresEngine engine)
            implements Place {
        PostgresSettings settings() {
            return PostgresSettings.of(server.address(database));
        }

        Connection connect() throws SQLException {
            return server.connect(database);
        }

        private void empty() {
            try {
                server.run(database, EMPTY);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public DurableLedger open(InstantSource clock, Bounds bounds) {
            return PostgresLedger.open(settings()
                    .withLanes(1, 1)
                    .withReaders(2)
                    .withQueueBound(bounds.queueBound())
                    .withBatchBound(bounds.batchBound())
                    .withAnswerTimeout(bounds.answerTimeout())
                    .withClock(clock));
        }

        @Override
        public LedgerVerification verified() {
            return LedgerVerification.verify(server.address(database));
        }

        @Override
        public void tamper(String sql) throws SQLException {
            server.run(database, sql);
        }

        @Override
        public void requireSound() throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    var rows = statement.executeQuery("select count(*) from chain c where"
                            + " event_count < 1 or event_count <>"
                            + " (select max(seq) from event e where e.tree_id = c.tree_id)")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isZero();
            }
        }

        @Override
        public void remove() {
            engine.giveBack(this);
        }
    }
}
