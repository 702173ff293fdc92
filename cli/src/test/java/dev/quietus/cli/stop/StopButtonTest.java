package dev.quietus.cli.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.testing.TestingReceipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopButtonTest {

    static final String ACKNOWLEDGED = """
            {"barrier_id":"stop-cc-run-4421-01","run_id":"cc-run-4421","selector":"everything",
             "requested_by":"operator:thomas","state":"requested","decision":"stopping",
             "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"},
             "server_time":"2026-08-16T10:51:04.022Z"}
            """;

    private static final String BARRIER = """
            {"barrier_id":"stop-cc-run-4421-01","run_id":"cc-run-4421","selector":"everything",
             "requested_by":"operator:thomas","state":"%s","decision":"%s",
             "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z",
                       "generation_stopped":"2026-08-16T10:51:04.102Z",
                       "queued_work_cancelled":"2026-08-16T10:51:04.140Z"},
             "work":{"queued_cancelled":3,"scheduled_retries_cancelled":2,"in_flight_settled":%d,
                     "pending_calls":%d},
             "effects":{"cancelled_without_effect":%d,"completed_and_verified":0,"unknown":%d},
             "late_attempts_denied":2,"descendant_leases_revoked":2,"active_leases":0,
             "quiet_period_seconds":30,
             "in_flight":[{"operation_id":"reserve-preview-payments-8bc911d",
              "run_id":"cc-run-4421","tool":"deployment.reserve_preview",
              "settled_state":"%s","held_by":"team-deploys",
              "why":"the status endpoint did not answer (6 tries in 60 s)",
              "unknown_since":"2026-08-16T10:52:04.000Z",
              "effect_check":{"observed":"not_known","detail":"HTTP 503",
              "checked_at":"2026-08-16T10:51:09.804Z","next_at":"2026-08-16T10:53:04.000Z"}}],
             "server_time":"2026-08-16T10:51:10.000Z"}
            """;

    private static final String HEADING =
            "Stopping cc-run-4421  barrier stop-cc-run-4421-01 · asked by operator:thomas";
    private static final String DISPATCH = "  ● dispatch  nothing of this run can start any more";
    private static final String OBSERVED =
            "  reserve-preview-payments-8bc911d  we observed  not known (HTTP 503)";
    private static final String COUNTS =
            "  1 cancelled without effect · 0 completed · 0 unknown · 2 late attempts denied";

    private static final String STOP = "POST /v1/runs/cc-run-4421/stop";
    private static final String LOOK = "GET /v1/barriers/stop-cc-run-4421-01";

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server).with("QUIETUS_TOKEN", "secret");
    }

    private static String settling() {
        return BARRIER.formatted("settling", "stopping", 0, 1, 0, 0, "pending");
    }

    private static String certified() {
        return BARRIER.formatted(
                "certified", "stopped_and_quiet", 1, 0, 1, 0, "cancelled_without_effect");
    }

    private static String incomplete() {
        return BARRIER.formatted("incomplete", "stop_incomplete", 0, 0, 0, 1, "unknown");
    }

    @Test
    void saysWhatIsKnownAtTheAcknowledgementAndNoMore() {
        server.on(STOP, 202, ACKNOWLEDGED);

        assertThat(console.run("stop", "cc-run-4421", "--reason", "wrong commit"))
                .isZero();

        assertThat(console.squeezed())
                .containsExactly(
                        HEADING,
                        "",
                        DISPATCH + "  2026-08-16T10:51:04.021Z",
                        "  ○ generation  agents and workers are not told yet",
                        "  ○ queued work  not taken out yet",
                        "  ○ effects  not settled yet",
                        "",
                        "The barrier goes on by itself.  quietus watch cc-run-4421");
        assertThat(console.err()).isEmpty();
        assertThat(server.bodyOf(STOP)).isEqualTo("{\"reason\":\"wrong commit\"}");
        assertThat(server.asked().get(0).token()).isEqualTo("secret");
    }

    @Test
    void waitsForTheReceiptAndSaysThatItIsValid() {
        TestingReceipt receipt = TestingReceipt.make();
        receipt.trustIn(folder.resolve("home"));
        server.on(STOP, 202, ACKNOWLEDGED)
                .on(LOOK, settling())
                .on(LOOK, certified())
                .on(LOOK + "/receipt", receipt.answer().toJson());

        assertThat(console.run("stop", "cc-run-4421", "--wait")).isZero();

        assertThat(console.squeezed())
                .containsSubsequence(
                        HEADING,
                        "  ○ effects  not settled yet",
                        "  2 descendants revoked with it",
                        "  ◐ effects  1 of 1 in flight unsettled",
                        OBSERVED + "  2026-08-16T10:51:09.804Z",
                        "  ● effects  1 call in flight, all settled",
                        "",
                        "Stopped and quiet  receipt valid · 30 s without movement",
                        COUNTS,
                        "  quietus receipt cc-run-4421");
        assertThat(console.err()).isEmpty();
    }

    /** The same look, again and again, filled a pipe with one line for each. */
    @Test
    void whatIsSeenAgainIsSaidOnce() {
        server.on(STOP, 202, ACKNOWLEDGED)
                .on(LOOK, settling())
                .on(LOOK, settling().replace("10:51:09.804", "10:51:14.804"))
                .on(LOOK, certified().replace("10:51:09.804", "10:51:19.804"));

        console.run("stop", "cc-run-4421", "--wait");

        assertThat(console.squeezed().stream().filter(line -> line.contains("we observed")))
                .containsExactly(OBSERVED + "  2026-08-16T10:51:09.804Z");
    }

    @Test
    void neverSaysStoppedBeforeTheReceiptIsThere() {
        server.on(STOP, 202, ACKNOWLEDGED).on(LOOK, settling()).on(LOOK, certified());

        console.run("stop", "cc-run-4421", "--wait");

        assertThat(console.squeezed().stream().filter(line -> line.contains("topped")))
                .containsExactly("Stopped and quiet  receipt not read: GET "
                        + server.url() + "/v1/barriers/stop-cc-run-4421-01/receipt: refused with"
                        + " status 404: not found (there is no GET"
                        + " /v1/barriers/stop-cc-run-4421-01/receipt) · 30 s without movement");
    }

    @Test
    void anIncompleteStopNamesThePersonAndEndsWithThree() {
        server.on(STOP, 202, ACKNOWLEDGED).on(LOOK, incomplete());

        assertThat(console.run("stop", "cc-run-4421", "--wait")).isEqualTo(3);

        assertThat(console.out()).endsWith("""

                Stop incomplete                            1 outcome unknown
                  ▲ reserve-preview-payments-8bc911d       held by team-deploys
                      why    the status endpoint did not answer (6 tries in 60 s)
                      now    asked again at 2026-08-16T10:53:04.000Z; the barrier stays open
                      you    quietus settle cc-run-4421/reserve-preview-payments-8bc911d --as …\
                 --evidence "…"
                  quietus receipt cc-run-4421
                """);
    }

    @Test
    void aReceiptThatDoesNotHoldEndsWithFive() {
        TestingReceipt.make().trustIn(folder.resolve("home"));
        server.on(STOP, 202, ACKNOWLEDGED)
                .on(LOOK, certified())
                .on(LOOK + "/receipt", TestingReceipt.make().answer().toJson());

        assertThat(console.run("stop", "cc-run-4421", "--wait")).isEqualTo(5);
        assertThat(console.out()).contains("receipt NOT valid");
        assertThat(console.err()).contains("signature_key_unknown");
    }

    @Test
    void drawsInPlaceOnATerminal() {
        console.terminal(100, 40).coloured();
        server.on(STOP, 202, ACKNOWLEDGED).on(LOOK, settling()).on(LOOK, certified());

        assertThat(console.run("stop", "cc-run-4421", "--wait")).isZero();

        assertThat(console.out())
                .contains("\u001b[6A\r\u001b[J")
                .contains("Stopping cc-run-4421 and 2 descendants")
                .contains("\u001b[33m◐ effects     \u001b[0m   1 of 1 in flight unsettled")
                .contains("12:51:04.102");
    }

    @Test
    void theSameStopAgainSaysWhatBecameOfIt() {
        server.on(STOP, 202, certified()).on(LOOK, certified());

        assertThat(console.run("stop", "cc-run-4421")).isZero();
        assertThat(console.squeezed())
                .containsExactly(
                        "Stopped and quiet  30 s without movement",
                        COUNTS,
                        "  quietus receipt cc-run-4421");
    }

    @Test
    void aNarrowerStopIsCalledByItsName() {
        server.on(STOP, 202, ACKNOWLEDGED.replace("\"everything\"", "\"tool:mail.*\""));

        console.run("stop", "cc-run-4421", "--tool", "mail.*");

        assertThat(console.lines().get(0)).startsWith("Stopping tool mail.* of cc-run-4421 ");
        assertThat(server.bodyOf(STOP)).contains("\"selector\":{\"tool\":\"mail.*\"}");
    }

    @Test
    void pressesAgainUntilItIsAcknowledged() {
        server.on(STOP, 503, "{}").on(STOP, 202, ACKNOWLEDGED);

        assertThat(console.run("stop", "cc-run-4421")).isZero();
        assertThat(console.err())
                .isEqualTo("quietus: no answer yet (1 try in 0 s): the server"
                        + " answered with status 503; pressing again\n");
    }

    @Test
    void whoAsksWithoutAuthorityHearsSo() {
        server.refuses(STOP, 401, "unauthenticated", "the token is not known here");

        assertThat(console.run("stop", "cc-run-4421")).isEqualTo(4);
        assertThat(console.err())
                .isEqualTo("quietus: stop of cc-run-4421 refused: the token is not"
                        + " known here; name an operator's token with --token, QUIETUS_TOKEN or"
                        + " token_file\n");
    }

    @Test
    void aRunThatIsNotThereIsSaid() {
        assertThat(console.run("stop", "cc-run-4421")).isEqualTo(6);
        assertThat(console.err()).contains("'quietus runs' lists the runs");
    }

    @Test
    void aServerThatDoesNotAnswerIsNoAcknowledgement() {
        int exit = console.run(
                "stop", "cc-run-4421", "--url", "http://127.0.0.1:1", "--retry-for", "0s");

        assertThat(exit).isEqualTo(7);
        assertThat(console.out()).isEmpty();
        assertThat(console.err())
                .startsWith("quietus: stop of cc-run-4421 is NOT acknowledged:"
                        + " connection refused at http://127.0.0.1:1 (1 try ");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aConfigurationThatIsWrongIsLeftOutAndTold() throws IOException {
        Files.writeString(
                folder.resolve("quietus.yaml"), "colour: red\ntoken_file: gone\nlisten\n");
        console = TestingConsole.in(folder).asking(server);
        server.on(STOP, 202, ACKNOWLEDGED);

        assertThat(console.run("stop", "cc-run-4421")).isZero();
        assertThat(console.err().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("quietus: left out: "));
    }

    @Test
    void debugShowsWhereAnErrorCameFrom() {
        assertThat(console.run("stop", "--debug")).isEqualTo(2);
        assertThat(console.err())
                .contains("quietus: stop: name a run")
                .contains("\tat dev.quietus");
    }
}
