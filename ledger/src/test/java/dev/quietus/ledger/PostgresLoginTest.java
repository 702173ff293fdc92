package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A login that the server refuses is one clear message, which shows no password. */
@Timeout(60)
final class PostgresLoginTest {
    private static final String ROLE = "guarded";
    private static final String PASSWORD = "right-f1b2";

    private final PostgresServer server = PostgresEngine.NEWEST.server();
    private String rules = "";

    @BeforeEach
    void asksForAPassword() throws IOException, SQLException {
        server.run("postgres", "drop database if exists guarded");
        server.run("postgres", "drop role if exists guarded");
        server.run("postgres", "create role guarded login password '" + PASSWORD + "'");
        server.create(ROLE);
        server.run("postgres", "alter database guarded owner to guarded");
        rules = Files.readString(file());
        told("host guarded guarded 127.0.0.1/32 scram-sha-256\n" + rules);
        await().atMost(Duration.ofSeconds(20)).until(() -> !letsIn(""));
    }

    @AfterEach
    void asksForNoneAgain() throws IOException, SQLException {
        told(rules);
    }

    private Path file() throws SQLException {
        try (Connection connection = server.connect("postgres")) {
            return Path.of(PostgresStore.text(connection, "show hba_file"));
        }
    }

    private void told(String all) throws IOException, SQLException {
        Files.writeString(file(), all);
        server.run("postgres", "select pg_reload_conf()");
    }

    private boolean letsIn(String password) {
        String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + ROLE;
        try (Connection connection = DriverManager.getConnection(url, ROLE, password)) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    private PostgresAddress address(String login) {
        return (PostgresAddress) LedgerAddress.parse(
                "postgresql://" + login + "@127.0.0.1:" + server.port() + "/" + ROLE, Path::of);
    }

    private void isRefused(String login) {
        assertThatThrownBy(() -> PostgresLedger.open(PostgresSettings.of(address(login))))
                .isInstanceOfSatisfying(
                        LedgerUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.FAILED))
                .hasMessageContaining(
                        "the server refused the login; check user, password and pg_hba.conf")
                .hasMessageContaining("guarded@127.0.0.1")
                .hasMessageNotContainingAny("wrong-77aa", PASSWORD);
    }

    @Test
    void refusesAWrongPassword() {
        isRefused("guarded:wrong-77aa");
    }

    @Test
    void refusesAMissingPassword() {
        isRefused("guarded");
    }

    @Test
    void takesTheRightPassword() {
        try (PostgresLedger ledger =
                PostgresLedger.open(PostgresSettings.of(address("guarded:" + PASSWORD)))) {
            assertThat(ledger.now()).isNotNull();
        }
    }
}
