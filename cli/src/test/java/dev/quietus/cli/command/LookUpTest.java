package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookUpTest {

    private static final String RUN = """
            {"run_id":"%s","state":"running","lease":"lease-1","lease_status":"active",
             "owner":"operator:thomas","revocation_epoch":17,"capabilities":["a.*"],
             "counts":{"not_started":1,"running":2,"unsettled":2,"unknown":0},
             "labels":{"team":"payments"},"child_runs":[{"run_id":"r-1","lease":"l"}],
             "registered_at":"2026-08-16T10:50:00.000Z","server_time":"2026-08-16T10:52:00.000Z"}
            """;

    private static final String OPERATION = """
            {"operation_id":"op","run_id":"%s","tool":"deploy.preview","kind":"tool_call",
             "state":"outcome_unknown","effect":"unknown","attempt":2,"worker":"w1",
             "settled_state":"unknown","held_by":"team-deploys","why":"no answer",
             "accepted_at":"2026-08-16T10:50:00.000Z",
             "cancellation":{"requested_at":"2026-08-16T10:51:00.000Z",
             "provider_response":"not_answered","detail":"time-out"},
             "effect_check":{"observed":"not_known","detail":"HTTP 503","tries":6}}
            """;

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server).with("QUIETUS_TOKEN", "secret");
    }

    @Test
    void runsAreReadPageByPage() {
        server.on("GET /v1/runs", "{\"runs\":[" + RUN.formatted("r1") + "],\"next_after\":\"17\"}")
                .on("GET /v1/runs", "{\"runs\":[" + RUN.formatted("r2") + "]}");

        assertThat(console.run("runs", "--state", "running", "--label", "a=b")).isZero();

        assertThat(console.lines())
                .extracting(line -> line.split(" ", -1)[0])
                .containsExactly("RUN", "r1", "r2");
        assertThat(server.calls())
                .containsExactly(
                        "GET /v1/runs?state=running&label=a%3Db&limit=200",
                        "GET /v1/runs?state=running&label=a%3Db&limit=199&after=17");
        assertThat(server.asked().get(0).token()).isEqualTo("secret");
    }

    @Test
    void theLimitIsKept() {
        server.on("GET /v1/runs", "{\"runs\":[" + RUN.formatted("r1") + "],\"next_after\":17}");

        console.run("runs", "--limit", "1");

        assertThat(server.calls()).containsExactly("GET /v1/runs?limit=1");
    }

    @Test
    void programsGetTheDocumentAsItIs() {
        server.on("GET /v1/runs", "{\"runs\":[{\"run_id\":\"r1\",\"new_member\":{\"a\":[1]}}]}");

        console.run("runs", "--output", "json");
        assertThat(console.out()).isEqualTo("""
                {
                  "runs": [
                    {
                      "run_id": "r1",
                      "new_member": {
                        "a": [
                          1
                        ]
                      }
                    }
                  ]
                }
                """);

        TestingConsole other = TestingConsole.in(folder).asking(server);
        other.run("runs", "--output", "YAML");
        assertThat(other.out()).isEqualTo("""
                runs:
                  - run_id: r1
                    new_member:
                      a:
                        - 1
                """);
    }

    @Test
    void showsARun() {
        server.on("GET /v1/runs/r1", RUN.formatted("r1"));

        assertThat(console.run("show", "r1")).isZero();
        assertThat(console.lines())
                .containsSubsequence(
                        "r1                                          running",
                        "  owner             operator:thomas",
                        "  lease             lease-1, active",
                        "  tools             a.*",
                        "  labels            team=payments",
                        "  work              1 not started · 2 running · 2 unsettled · 0 unknown",
                        "  child runs        r-1");
    }

    @Test
    void showsAnOperationByItsRunAndBySlashesInIds() {
        server.on("GET /v1/runs/a%2Fb/operations/c%2Fop", OPERATION.formatted("a/b"));

        assertThat(console.run("show", "a/b/c/op")).isZero();
        assertThat(console.lines())
                .containsSubsequence(
                        "a/b/op                                      outcome unknown",
                        "  provider said     not answered",
                        "                    time-out",
                        "  we observed       not known",
                        "                    HTTP 503",
                        "  held by           team-deploys");
        assertThat(server.calls())
                .contains(
                        "GET /v1/runs/a%2Fb%2Fc%2Fop",
                        "GET /v1/barriers/a%2Fb%2Fc%2Fop", "GET /v1/runs/a/operations/b%2Fc%2Fop");
    }

    @Test
    void showsAnOperationByItselfWhereItIsUnique() {
        server.on("GET /v1/operations/op", "{\"operations\":[" + OPERATION.formatted("r1") + "]}");

        assertThat(console.run("show", "op", "--output", "json")).isZero();
        assertThat(console.out()).contains("\"run_id\": \"r1\"");
    }

    @Test
    void namesakesAreNamed() {
        server.on(
                "GET /v1/operations/op",
                "{\"operations\":[" + OPERATION.formatted("r1") + "," + OPERATION.formatted("r2")
                        + "]}");

        assertThat(console.run("show", "op")).isEqualTo(2);
        assertThat(console.err())
                .isEqualTo("quietus: several runs have an operation 'op': r1/op, r2/op\n");
    }

    @Test
    void showsABarrier() {
        server.on("GET /v1/barriers/stop-r1-01", """
                {"barrier_id":"stop-r1-01","run_id":"r1","state":"quiet","decision":"stopping",
                 "reason":"wrong commit","requested_by":"operator:thomas",
                 "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"},
                 "work":{},"effects":{},"in_flight":[]}
                """);

        assertThat(console.run("show", "stop-r1-01")).isZero();
        assertThat(console.lines())
                .containsSubsequence(
                        "stop-r1-01                                  quiet",
                        "  reason            wrong commit",
                        "  decision          stopping");
        assertThat(console.out()).contains("  ● dispatch ");
    }

    @Test
    void whatIsNothingIsNotFound() {
        assertThat(console.run("show", "nothing")).isEqualTo(6);
        assertThat(console.err())
                .isEqualTo("quietus: there is no run, barrier or operation"
                        + " 'nothing'; 'quietus runs' lists the runs\n");
    }

    @Test
    void listsOperationsWithWhatNeedsAPerson() {
        server.on(
                "GET /v1/runs/r1/operations",
                "{\"operations\":[" + OPERATION.formatted("r1") + "]}");

        assertThat(console.run("operations", "r1", "--state", "outcome_unknown"))
                .isZero();
        assertThat(console.lines().get(1))
                .isEqualTo("op         deploy.preview  outcome unknown  unknown  ▲ unknown, held by"
                        + " team-deploys    2  2026-08-16T10:50:00.000Z");
        assertThat(server.calls())
                .containsExactly("GET /v1/runs/r1/operations?state=outcome_unknown&limit=1000");
    }
}
