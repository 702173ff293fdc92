package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {

    private static final String RUNNING = """
            {"run_id":"r2","state":"running","lease_status":"active",
             "counts":{"not_started":0,"running":1,"unsettled":1,"unknown":0}}
            """;

    private static final String STOPPING = """
            {"run_id":"r1","state":"cancelling","lease_status":"revoked",
             "counts":{"not_started":0,"running":1,"unsettled":1,"unknown":0},
             "stop":{"barrier_id":"stop-r1-01","stages":{}}}
            """;

    private static final String BARRIER = """
            {"barrier_id":"stop-r1-01","run_id":"r1","state":"settling","decision":"stopping",
             "requested_by":"operator:thomas",
             "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"},
             "work":{"pending_calls":1},"effects":{},
             "in_flight":[{"operation_id":"op","tool":"a.b","settled_state":"pending",
             "cancellation":{"requested_at":"2026-08-16T10:51:05.000Z",
             "provider_response":"accepted"}}]}
            """;

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server);
        server.on("GET /v1/barriers/stop-r1-01", BARRIER);
    }

    @Test
    void showsTreeLampsAndWorkInFlightOnce() {
        server.on(
                        "GET /v1/runs",
                        "{\"runs\":[" + RUNNING + "," + STOPPING
                                + ",{\"run_id\":\"gone-7\",\"state\":\"completed\"}]}")
                .on(
                        "GET /v1/runs/r2/operations",
                        "{\"operations\":[{\"operation_id\":\"o2\",\"run_id\":\"r2\",\"tool\":"
                                + "\"c.d\",\"worker\":\"w1\"}]}");

        assertThat(console.terminal(100, 40).run("watch", "--once")).isZero();

        assertThat(console.lines())
                .containsSubsequence(
                        "RUN  TASK  STATE       DISPATCH  QUEUED  EFFECTS        AGE",
                        "r2         running     ○ open      0       1 in flight   0s",
                        "r1         cancelling  ● closed  ◐ 0     ◐ 1 in flight   0s",
                        "",
                        "Stopping r1   barrier stop-r1-01 · asked by operator:thomas",
                        "  ◐ effects        1 of 1 in flight unsettled",
                        "      a.b   op",
                        "",
                        "In flight",
                        "  c.d   r2/o2   w1");
        assertThat(console.out()).doesNotContain("gone-7");
    }

    @Test
    void nothingIsSaidWhereNothingRuns() {
        server.on("GET /v1/runs", "{\"runs\":[]}");

        console.run("watch", "--once");

        assertThat(console.out())
                .isEqualTo("Nothing runs.   quietus runs shows what is over too\n");
    }

    @Test
    void anEventWakesItAndARefusalEndsIt() {
        server.on("GET /v1/runs/r1/tree", "{\"runs\":[" + STOPPING + "]}")
                .on(
                        "GET /v1/runs/r1/tree",
                        "{\"runs\":[" + STOPPING.replace("\"not_started\":0", "\"not_started\":3")
                                + "]}")
                .refuses("GET /v1/runs/r1/tree", 401, "unauthenticated", "the token was revoked")
                .streams("GET /v1/runs/r1/events", "id: 1\nevent: x\ndata: {}\n\n");

        assertThat(console.run("watch", "r1")).isEqualTo(4);

        assertThat(console.squeezed())
                .containsSubsequence(
                        "r1  cancelling  dispatch ● closed  queued ◐ 0  effects ◐ 1 in flight",
                        "  op  provider said  accepted  2026-08-16T10:51:05.000Z",
                        "r1  cancelling  dispatch ● closed  queued ◐ 3  effects ◐ 1 in flight");
        assertThat(console.lines()).doesNotHaveDuplicates();
        assertThat(console.err()).startsWith("quietus: the token was revoked");
        assertThat(server.calls()).contains("GET /v1/runs/r1/events");
    }

    @Test
    void aTerminalIsDrawnInPlaceAndSaysWhenTheServerIsAway() {
        server.on("GET /v1/runs/r1/tree", "{\"runs\":[" + STOPPING + "]}")
                .on("GET /v1/runs/r1/tree", 500, "{\"detail\":\"a bug\"}")
                .refuses("GET /v1/runs/r1/tree", 401, "unauthenticated", "over")
                .streams("GET /v1/runs/r1/events", "id: 1\nevent: x\ndata: {}\n\n");

        assertThat(console.terminal(100, 40).run("watch", "r1")).isEqualTo(4);

        assertThat(console.out()).contains("\r\u001b[J").contains("▲ no answer since then: ");
    }
}
