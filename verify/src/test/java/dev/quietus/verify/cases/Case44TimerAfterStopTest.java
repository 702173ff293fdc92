package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 44: deleting a scheduled job's status does not delete the job, which fires later. Proves
 * that a timer is one record: nothing can delete its status, a stop cancels the timer itself, and
 * neither a due time nor a restart brings it back.
 */
class Case44TimerAfterStopTest {
    private static final Duration EVERY = Duration.ofSeconds(200);
    private static final Duration DUE = Duration.ofMinutes(5);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private TestingQuietus quietus;
    private EffectsLog effects;

    @BeforeEach
    void begin() {
        quietus = installation.quietus();
        effects = new EffectsLog(installation.directory());
    }

    @Test
    void neitherTimerFiresAfterTheStop() throws Exception {
        RunAuthority run = quietus.run("run-p");
        String oneShot = timer(run, "t-1", DUE);
        String repeating = timer(run, "t-2", EVERY);
        assertThat(deleteStatus(oneShot)).isEqualTo(405);
        try (QueueWorkers clock = QueueWorkers.start(quietus, "clock", "timers", 1, firing(run))) {
            quietus.move(EVERY);
            untilTrue("the poll has fired once", () -> clock.answers().size() == 1);
            assertThat(effects.lines()).containsExactly("poll");

            JsonObject receipt = quietus.stopAndPassQuiet("run-p");
            assertThat(receipt.object("work").integer("timers_cancelled")).isEqualTo(2);
            quietus.move(DUE);
            nothingIsDue();
        }
        quietus.restart();
        quietus.move(DUE.multipliedBy(5));
        nothingIsDue();

        assertThat(effects.lines()).containsExactly("poll");
        bothAreListedAsCancelled(List.of(oneShot, repeating + "-again"));
    }

    private String timer(RunAuthority run, String id, Duration due) {
        quietus.accept(work(run, id, "timer.fire")
                .kind("timer")
                .queue("timers")
                .effects(ExpectedEffects.NONE)
                .notBefore(quietus.now().plus(due)));
        assertThat(quietus.operation("run-p", id).string("state")).isEqualTo("scheduled");
        return id;
    }

    /** The poll sets itself up again each time, as a repeating timer does. */
    private GuardedWork firing(RunAuthority run) {
        return work -> {
            boolean reminder = work.operationId().equals("t-1");
            effects.append(reminder ? "reminder" : "poll");
            if (!reminder) {
                timer(run, work.operationId() + "-again", EVERY);
            }
            return FinishFacts.succeeded();
        };
    }

    private int deleteStatus(String timer) throws IOException, InterruptedException {
        HttpRequest delete = HttpRequest.newBuilder(
                        URI.create(quietus.url() + "/v1/runs/run-p/operations/" + timer))
                .header("Authorization", "Bearer " + quietus.operatorToken())
                .DELETE()
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(delete, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private void nothingIsDue() {
        assertThat(quietus.worker("another-clock")
                        .quietus()
                        .claim(ClaimRequest.of("timers", "c2", Duration.ofMillis(300))))
                .isEmpty();
    }

    private void bothAreListedAsCancelled(List<String> timers) {
        List<JsonObject> listed =
                quietus.operator().all("operations", "runs", "run-p", "operations").stream()
                        .filter(operation ->
                                operation.string("state").equals("cancelled_before_start"))
                        .toList();
        assertThat(listed)
                .extracting(operation -> operation.string("operation_id"))
                .containsExactlyInAnyOrderElementsOf(timers);
        assertThat(listed).allSatisfy(timer -> {
            assertThat(timer.string("kind")).isEqualTo("timer");
            assertThat(timer.string("cancelled_by")).isEqualTo("stop-run-p-01");
            assertThat(timer.has("attempt")).isFalse();
        });
    }
}
