package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.ledger.PostgresSettings.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database that can't be a ledger is refused with one clear message, and left as it is. */
@Timeout(60)
final class PostgresOpeningTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Template LIMITS = new Template(dialect -> dialect.dsl()
            .resultQuery("select current_setting('statement_timeout'),"
                    + " current_setting('lock_timeout'),"
                    + " current_setting('idle_in_transaction_session_timeout'),"
                    + " current_setting('application_name')"));

    private final PostgresServer server = PostgresEngine.NEWEST.server();
    private final String database = "opening_" + NUMBER.incrementAndGet();

    private PostgresAddress made(String... sql) throws SQLException {
        server.create(database);
        for (String each : sql) {
            server.run(database, each);
        }
        return server.address(database);
    }

    private static PostgresLedger open(PostgresAddress address) {
        return PostgresLedger.open(PostgresSettings.of(address)
                .withLanes(1, 1)
                .withReaders(1)
                .withLimits(new Limits(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5))));
    }

    private static void refuses(PostgresAddress address, Reason reason, String... words) {
        assertThatThrownBy(() -> open(address))
                .isInstanceOfSatisfying(
                        LedgerUnavailableException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageContainingAll(words)
                .hasMessageContaining(address.location());
    }

    private static PostgresAddress address(String text) {
        return (PostgresAddress) LedgerAddress.parse(text, Path::of);
    }

    @Test
    void letsNodesThatStartAtOnceMakeTheTablesOnce() throws Exception {
        PostgresAddress address = made();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<PostgresLedger>> starting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                starting.add(threads.submit(() -> open(address)));
            }
            for (Future<PostgresLedger> each : starting) {
                each.get().close();
            }
        }
        assertThat(LedgerVerification.verify(address).clean()).isTrue();
    }

    @Test
    void refusesAnotherProgramsTables() throws SQLException {
        PostgresAddress address = made("create table invoice (id int)");
        refuses(address, Reason.FOREIGN, "another program", "invoice");
        assertThat(PostgresLedger.problem(address)).isPresent();
    }

    @Test
    void refusesANewerSchema() throws SQLException {
        PostgresAddress address = made();
        open(address).close();
        server.run(
                database,
                "insert into flyway_schema_history values (99, '7', 'x', 'SQL', 'x', 1, 'x',"
                        + " now(), 1, true)");
        refuses(address, Reason.FOREIGN, "version 7", "knows up to " + SchemaVersion.NEWEST);
    }

    @Test
    void refusesAServerThatTakesNoWrites() throws SQLException {
        refuses(
                made("alter database " + database + " set default_transaction_read_only = on"),
                Reason.READ_ONLY,
                "takes no writes");
    }

    @Test
    void refusesCommitsThatCanBeLostUnlessTheyAreAccepted() throws SQLException {
        PostgresAddress address =
                made("alter database " + database + " set synchronous_commit = off");
        refuses(address, Reason.FAILED, "synchronous_commit is off", "could be lost");
        open(address("postgresql://postgres@127.0.0.1:" + server.port() + "/" + database
                        + "?quietus.unsafe-commit=allowed"))
                .close();
    }

    @Test
    void refusesAnotherEncoding() throws SQLException {
        server.run(
                "postgres",
                "create database " + database
                        + " template template0 encoding 'SQL_ASCII' locale 'C'");
        refuses(server.address(database), Reason.FOREIGN, "SQL_ASCII", "expected UTF8");
    }

    @Test
    void refusesADatabaseThatIsNotThere() {
        refuses(server.address("nowhere"), Reason.FOREIGN, "missing");
    }

    @Test
    void refusesWhatDoesNotListen() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        refuses(
                address("postgresql://someone:secret@127.0.0.1:" + free + "/x"),
                Reason.CLOSED,
                "can't be reached");
    }

    @Test
    void refusesWhatNeverAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            refuses(
                    address("postgresql://someone@127.0.0.1:" + silent.getLocalPort() + "/x"),
                    Reason.CLOSED,
                    "can't be reached");
        }
    }

    @Test
    void refusesALoginThatTheServerRefusesAndShowsNoPassword() throws SQLException {
        made();
        refuses(
                address("postgresql://nobody:secret@127.0.0.1:" + server.port() + "/" + database),
                Reason.FAILED,
                "refused the login");
    }

    @Test
    void neverShowsAPassword() {
        PostgresAddress all =
                address("postgresql://a%40b:s%3Acret@h1:5433,h2/q%20s?sslmode=require");
        assertThat(all.user()).contains("a@b");
        assertThat(all.password()).contains("s:cret");
        assertThat(all.jdbcUrl()).isEqualTo("jdbc:postgresql://h1:5433,h2/q%20s");
        assertThat(all.properties())
                .containsEntry("sslmode", "require")
                .containsEntry("targetServerType", "primary")
                .containsEntry("password", "s:cret");
        assertThat(all.toString()).isEqualTo("postgresql://a@b@h1:5433,h2/q s");
        assertThat(all.location()).doesNotContain("cret");
    }

    @Test
    void setsItsLimitsForGoodOnEveryConnection() throws SQLException {
        try (PostgresLedger ledger = open(made())) {
            for (int i = 0; i < 3; i++) {
                List<String> found = ledger.snapshot(turn -> turn.all(
                        in -> in.text() + " " + in.text() + " " + in.text() + " " + in.text(),
                        LIMITS));
                assertThat(found).containsExactly("5s 5s 5s quietus");
            }
        }
    }
}
