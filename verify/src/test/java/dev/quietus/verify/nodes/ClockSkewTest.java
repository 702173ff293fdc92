package dev.quietus.verify.nodes;

import static dev.quietus.verify.nodes.NodeScene.RUN;
import static dev.quietus.verify.nodes.NodeScene.assertOneReceipt;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.postgres.SharedPostgres;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.assertj.core.data.TemporalOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes whose clocks are minutes apart: the time of leases, claims, signs of life and quiet periods
 * is the ledger's, so it makes no difference who looks.
 */
class ClockSkewTest {
    private static final Duration WRONG = Duration.ofMinutes(7);
    private static final SharedPostgres POSTGRES = new SharedPostgres();

    @TempDir
    Path directory;

    private NodeScene scene;
    private ServerProcess ahead;
    private ServerProcess behind;

    @AfterAll
    static void stopPostgres() {
        POSTGRES.close();
    }

    @BeforeEach
    void open() throws Exception {
        scene = new NodeScene(directory, POSTGRES);
        ahead = scene.node(1, WRONG);
        behind = scene.node(2, WRONG.negated());
        assertThat(timeOfDay(ahead)).isCloseTo(Instant.now().plus(WRONG), closely());
        assertThat(timeOfDay(behind)).isCloseTo(Instant.now().minus(WRONG), closely());
    }

    /** What a server's own clock shows: it stands in the head of every answer. */
    private static Instant timeOfDay(ServerProcess server) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI live = URI.create(server.url() + "/health/live");
            String date = http.send(HttpRequest.newBuilder(live).build(), BodyHandlers.discarding())
                    .headers()
                    .firstValue("Date")
                    .orElseThrow();
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
        }
    }

    private static TemporalOffset<Temporal> closely() {
        return within(1, ChronoUnit.MINUTES);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void aLeaseEndsAtItsTimeAndNotAtANodesTime() {
        RunAuthority lasting = registered(ahead, "lasting", Duration.ofMinutes(2));
        assertThat(begin(ahead, lasting, "at-once")).isInstanceOf(BeginAnswer.Allowed.class);
        RunAuthority ending = registered(behind, "ending", Duration.ofSeconds(1));
        RunningQuietus.untilTrue(
                "the node that is behind knows that the lease is over",
                () -> begin(behind, ending, "later")
                                instanceof BeginAnswer.Denied(String decision, String _)
                        && decision.equals("deny_lease_expired"));
        assertThat(begin(ahead, lasting, "still")).isInstanceOf(BeginAnswer.Allowed.class);
        assertThat(ahead.shown("lasting").string("state")).isEqualTo("running");
    }

    /** To the node that is ahead, the worker has been silent for longer than it may. */
    @Test
    void aStopIsCarriedOnByTheOtherAndItsReceiptHasTheLedgersTimes() {
        RunAuthority run = behind.run(RUN);
        scene.inFlight(behind, run);
        RunAuthority silent = behind.run("run-silent");
        assertThat(begin(behind, silent, "working")).isInstanceOf(BeginAnswer.Allowed.class);
        scene.hang();
        JsonObject stopped = behind.stop(RUN);
        assertThat(Instant.parse(stopped.string("requested_at")))
                .isCloseTo(Instant.now(), closely());
        behind.awaitBarrier(stopped.string("barrier_id"), "settling");
        behind.kill();
        scene.answerAgain();
        JsonObject receipt = assertOneReceipt(ahead, stopped);
        assertThat(Instant.parse(receipt.string("verified_at")))
                .isCloseTo(Instant.now(), closely());
        assertThat(ahead.operation("run-silent", "working").string("state")).isEqualTo("running");
    }

    private static RunAuthority registered(ServerProcess at, String id, Duration valid) {
        return at.operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId(id)
                        .capability("*")
                        .validUntil(Instant.now().plus(valid))
                        .build());
    }

    /** Begins a piece of work whose worker may be silent for five minutes. */
    private static BeginAnswer begin(ServerProcess at, RunAuthority run, String operation) {
        return at.worker("w1")
                .quietus()
                .begin(BeginRequest.accepting(
                                work(run, operation, "notes.append").build(), run, "w1")
                        .withHeartbeatTimeout(WRONG.minusMinutes(2)));
    }
}
