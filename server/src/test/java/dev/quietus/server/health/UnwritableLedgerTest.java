package dev.quietus.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While another program holds the record's lock nothing starts, and that is said (S12). */
@Order(5)
class UnwritableLedgerTest {
    private static final String OPERATION = "/v1/runs/run-1/operations/op-1";

    @TempDir
    private Path directory;

    @Test
    void refusesToBeginAndIsNotReadyUntilTheRecordCanBeWrittenAgain() throws Exception {
        try (TestingServer server = TestingServer.in(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String operator = server.operator();
            server.root("run-1");
            server.accept("run-1", "op-1", Map.of());
            long before = server.events();

            try (Connection other = locked()) {
                Future<Reply> ready = threads.submit(() -> server.get("/health/ready", ""));
                Future<Reply> begin =
                        threads.submit(() -> server.post(OPERATION + "/begin", operator, Map.of()));

                assertThat(ready.get().status()).isEqualTo(503);
                assertThat(ready.get().value("status")).isEqualTo("not_ready");
                assertThat(ready.get().value("reason")).isEqualTo("locked");
                assertThat(begin.get().status()).isEqualTo(503);
                assertThat(begin.get().code()).isEqualTo("record_not_written");
                assertThat(begin.get().value("reason")).isEqualTo("locked");
                assertThat(begin.get().header("Retry-After")).isPresent();
                assertThat(server.get("/health/live", "").status()).isEqualTo(200);
                assertThat(server.get(OPERATION, operator).value("state")).isEqualTo("queued");
                assertThat(other.isClosed()).isFalse();
            }

            assertThat(readyAfter(server)).isLessThan(5);
            assertThat(server.events()).isEqualTo(before);
            Reply begun = server.post(OPERATION + "/begin", operator, Map.of());
            assertThat(begun.value("decision")).isEqualTo("allow");
            assertThat(begun.json().path("attempt").asInt()).isEqualTo(1);
        }
    }

    /** How many looks it takes until the server says that it is ready. */
    private static int readyAfter(TestingServer server) throws IOException {
        int looks = 1;
        while (server.get("/health/ready", "").status() != 200 && looks < 100) {
            looks++;
        }
        return looks;
    }

    private Connection locked() throws SQLException, IOException {
        Connection other =
                DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("ledger.db"));
        try (Statement statement = other.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("BEGIN IMMEDIATE");
        }
        return other;
    }
}
