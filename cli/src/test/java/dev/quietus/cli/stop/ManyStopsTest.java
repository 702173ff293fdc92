package dev.quietus.cli.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyStopsTest {

    private static final String TWO = """
            {"frozen":%s,"barriers":[
             {"barrier_id":"stop-a-01","run_id":"a","state":"requested","decision":"stopping",
              "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"}},
             {"barrier_id":"stop-b-01","run_id":"b","state":"requested","decision":"stopping",
              "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"}}]}
            """;

    private static final String ENDED = """
            {"barrier_id":"stop-%s-01","run_id":"%s","state":"%s","decision":"%s",
             "stages":{},"work":{},"effects":{"unknown":%d},"in_flight":[]}
            """;

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server);
    }

    @Test
    void listsTheBarriersOfALabel() {
        server.on("POST /v1/stops", 202, TWO.formatted(false));

        assertThat(console.run("stop", "--label", "team=payments", "--reason", "x"))
                .isZero();

        assertThat(console.squeezed())
                .containsExactly(
                        "Stopping 2 runs (team=payments)",
                        "",
                        "  stop-a-01  ● dispatch  ○ generation  ○ queued work  ○ effects",
                        "  stop-b-01  ● dispatch  ○ generation  ○ queued work  ○ effects",
                        "",
                        "The barriers go on by themselves.  quietus watch");
        assertThat(server.bodyOf("POST /v1/stops"))
                .isEqualTo("{\"reason\":\"x\",\"label\":\"team=payments\"}");
    }

    @Test
    void waitsForAllOfThemAndEndsWithTheWorst() {
        server.on("POST /v1/stops", 202, TWO.formatted(true))
                .on(
                        "GET /v1/barriers/stop-a-01",
                        ENDED.formatted("a", "a", "certified", "stopped_and_quiet", 0))
                .on(
                        "GET /v1/barriers/stop-b-01",
                        ENDED.formatted("b", "b", "incomplete", "stop_incomplete", 1));

        assertThat(console.run("stop", "--all", "--freeze", "--wait")).isEqualTo(3);

        assertThat(console.out())
                .startsWith("Stopping 2 runs (all)   new runs are refused until 'quietus reopen'\n")
                .contains("  stop-b-01                                 ○ dispatch")
                .contains("Stop incomplete                            1 outcome unknown\n")
                .endsWith("1 of 2 stops stopped and quiet\n");
    }

    @Test
    void nothingToStopIsDone() {
        server.on("POST /v1/stops", 202, "{\"frozen\":false,\"barriers\":[]}");

        assertThat(console.run("stop", "--all", "--wait")).isZero();
        assertThat(console.lines()).containsExactly("Stopping 0 runs (all)");
    }

    @Test
    void pressesAgainAndGivesUpAsToldTo() {
        server.on("POST /v1/stops", 503, "{}").on("POST /v1/stops", 202, TWO.formatted(false));

        assertThat(console.run("stop", "--all")).isZero();
        assertThat(console.err()).contains("the server answered with status 503; pressing again");

        assertThat(console.run("stop", "--all", "--url", "http://127.0.0.1:1", "--retry-for", "0s"))
                .isEqualTo(7);
        assertThat(console.err()).contains("stop of all is NOT acknowledged");
    }

    @Test
    void aRefusalIsFinal() {
        server.refuses("POST /v1/stops", 403, "forbidden", "an auditor may not");

        assertThat(console.run("stop", "--all")).isEqualTo(4);
        assertThat(server.calls()).containsExactly("POST /v1/stops");
    }
}
