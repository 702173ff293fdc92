package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTableTest {

    public static final String RUNS = """
            {"runs":[
             {"run_id":"nightly-docs-7","task_id":"docs-refresh","state":"running",
              "lease_status":"active","counts":{"not_started":4,"running":2,"unsettled":2,
              "unknown":0},"registered_at":"2026-08-16T10:38:00.000Z",
              "server_time":"2026-08-16T10:52:00.000Z"},
             {"run_id":"cc-run-4421-ticket","parent_run_id":"cc-run-4421","state":"cancelling",
              "task_id":"ticket-update","lease_status":"revoked",
              "counts":{"not_started":0,"running":0,"unsettled":0,"unknown":0},
              "stop":{"barrier_id":"b",
              "stages":{"queued_work_cancelled":"2026-08-16T10:51:04.140Z"}},
              "registered_at":"2026-08-16T10:51:00.000Z",
              "server_time":"2026-08-16T10:52:00.000Z"},
             {"run_id":"cc-run-4421-checks","parent_run_id":"cc-run-4421","state":"cancelling",
              "task_id":"db-compatibility","lease_status":"revoked",
              "counts":{"not_started":0,"running":0,"unsettled":0,"unknown":2},
              "stop":{"barrier_id":"b",
              "stages":{"queued_work_cancelled":"2026-08-16T10:51:04.140Z"}},
              "registered_at":"2026-08-16T10:50:59.000Z",
              "server_time":"2026-08-16T10:52:00.000Z"},
             {"run_id":"cc-run-4421","task_id":"release-payments-8bc911d","state":"cancelling",
              "lease_status":"revoked",
              "counts":{"not_started":0,"running":1,"unsettled":1,"unknown":0},
              "stop":{"barrier_id":"b",
              "stages":{"queued_work_cancelled":"2026-08-16T10:51:04.140Z"}},
              "registered_at":"2026-08-16T10:50:00.000Z",
              "server_time":"2026-08-16T10:52:00.000Z"}]}
            """;

    private static List<JsonObject> runs() {
        return Json.parseObject(RUNS).array("runs").objects();
    }

    @Test
    void childrenStandBelowTheirParentInTheOrderOfTheirRegistration() {
        TestingConsole console = TestingConsole.in(Path.of("nowhere")).terminal(120, 40);

        assertThat(String.join("\n", RunTable.lines(runs(), console.console()))).isEqualTo("""
RUN             TASK                      STATE       DISPATCH  QUEUED  EFFECTS        AGE
nightly-docs-7  docs-refresh              running     ○ open      4       2 in flight  14m
cc-run-4421     release-payments-8bc911d  cancelling  ● closed  ● 0     ◐ 1 in flight   2m
├ …-checks      db-compatibility          cancelling  ● closed  ● 0     ▲ 2 unknown     1m
└ …-ticket      ticket-update             cancelling  ● closed  ● 0     ● settled       1m""");
    }

    @Test
    void aPipeHasWholeIdsAndNoTree() {
        assertThat(RunTable.lines(runs(), TestingConsole.in(Path.of("nowhere")).console()))
                .anyMatch(line -> line.startsWith("cc-run-4421-checks  "));
    }

    @Test
    void factsHaveNothingThatChangesByItself() {
        assertThat(RunTable.facts(runs(), TestingConsole.in(Path.of("nowhere")).console()))
                .contains("cc-run-4421  cancelling  dispatch ● closed  queued ● 0  effects"
                        + " ◐ 1 in flight");
    }

    @Test
    void aCircleOfParentsDoesNotHangTheTable() {
        List<JsonObject> circle = Json.parseObject("""
                {"runs":[{"run_id":"a","parent_run_id":"b"},{"run_id":"b","parent_run_id":"a"}]}
                """).array("runs").objects();

        assertThat(RunTable.lines(circle, TestingConsole.in(Path.of("nowhere")).console()))
                .hasSize(1);
    }
}
