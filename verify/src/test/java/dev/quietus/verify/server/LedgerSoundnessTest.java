package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check after each test finds what it is there for. */
class LedgerSoundnessTest {

    @Test
    void findsARowThatSomebodyChanged(@TempDir Path directory) throws SQLException {
        try (TestingQuietus quietus = TestingQuietus.start(directory, Optional.empty())) {
            quietus.run("run-a");
            quietus.stopAndPassQuiet("run-a");
            LedgerSoundness.check(quietus);
            try (Connection ledger =
                            DriverManager.getConnection("jdbc:sqlite:" + quietus.ledger());
                    Statement statement = ledger.createStatement()) {
                statement.execute("update event set data = replace(data, 'wrong', 'right')");
            }
            assertThatThrownBy(() -> LedgerSoundness.check(quietus))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("faults of the hash chains");
        }
    }

    @Test
    void findsAStartAfterTheStopOfARunAbove() {
        WholeLedger ledger = ledger(
                event(1, "run_registered", "root", "{}"),
                event(2, "run_registered", "child", "{\"parent_run_id\":\"root\"}"),
                event(3, "stop_requested", "root", "{\"selector\":\"everything\"}"),
                event(4, "operation_begun", "child", "{\"attempt\":1,\"tool\":\"t\"}"));
        assertThatThrownBy(() -> StopRules.check(ledger))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("begun under a stop");
    }

    @Test
    void findsAToolThatAStopTookAway() {
        WholeLedger ledger = ledger(
                event(1, "run_registered", "root", "{}"),
                event(2, "stop_requested", "root", "{\"selector\":\"tool:mail.*\"}"),
                event(3, "operation_begun", "root", "{\"attempt\":1,\"tool\":\"mail.send\"}"));
        assertThatThrownBy(() -> StopRules.check(ledger))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("begun with a tool that a stop took away");
    }

    @Test
    void findsAStartAfterTheWorkWasTakenOut() {
        WholeLedger ledger = ledger(
                event(1, "operation_accepted", "root", "{}"),
                event(2, "operations_cancelled", "root", "{\"operations\":[\"root/op\"]}"),
                event(3, "operation_begun", "root", "{\"attempt\":1,\"tool\":\"t\"}"));
        assertThatThrownBy(() -> OperationRules.check(with(
                        ledger,
                        "{\"run_id\":\"root\",\"operation_id\":\"op\",\"attempt\":1,"
                                + "\"state\":\"running\",\"effect\":\"unverified\"}")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("started after they were taken out");
    }

    @Test
    void findsWorkThatIsLost() {
        WholeLedger ledger = ledger(event(1, "operation_accepted", "root", "{}"));
        assertThatThrownBy(() -> OperationRules.check(ledger))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("root/op");
    }

    private static WholeLedger ledger(JsonObject... events) {
        return new WholeLedger(Map.of(), Map.of(), Map.of(), List.of(), List.of(events));
    }

    private static WholeLedger with(WholeLedger ledger, String operation) {
        return new WholeLedger(
                Map.of(),
                Map.of("root/op", Json.parseObject(operation)),
                Map.of(),
                List.of(),
                ledger.events());
    }

    private static JsonObject event(long seq, String type, String run, String data) {
        return JsonObject.builder()
                .put("tree_id", "root")
                .put("seq", seq)
                .put("type", type)
                .put("run_id", run)
                .put("operation_id", "op")
                .put("data", Json.parseObject(data))
                .build();
    }
}
