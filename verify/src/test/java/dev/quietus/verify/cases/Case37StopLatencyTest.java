package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.until;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunSignals;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 37: a cancel reaches the work only at its next report, or never. Stops twenty runs at random
 * moments of a model stream, a tool run, a retry wait and a queue wait, and proves that nothing
 * starts after the stop, that each wait ends soon, and that stopping is what is shown until then.
 */
class Case37StopLatencyTest {
    private static final int STOPS = 20;
    private static final Duration SOON = Duration.ofSeconds(5);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<Duration> latencies = new ArrayList<>();

    @Test
    void everyKindOfWaitEndsSoonAfterTheStop() throws Exception {
        TestingQuietus quietus = installation.quietus();
        for (int i = 0; i < STOPS; i++) {
            RunAuthority run = quietus.run("run-" + i);
            switch (i % 4) {
                case 0 -> stopTicking(quietus, run, "model_request");
                case 1 -> stopTicking(quietus, run, "tool_call");
                case 2 -> stopRetryWait(quietus, run);
                default -> stopQueueWait(quietus, run);
            }
            startsNothingAnyMore(quietus, run);
        }
        assertThat(latencies)
                .as("from stop to the last effect or the end of the wait, seed %d", seed)
                .hasSize(STOPS)
                .allSatisfy(latency -> assertThat(latency).isLessThan(SOON));
        for (int i = 0; i < STOPS; i++) {
            assertThat(quietus.passQuiet("stop-run-" + i + "-01").string("decision"))
                    .isEqualTo("stopped_and_quiet");
        }
    }

    private void stopTicking(TestingQuietus quietus, RunAuthority run, String kind)
            throws InterruptedException {
        try (Ticker ticker = Ticker.start(quietus.agent(run), run, "op", kind)) {
            long stoppedNanos = stopAtARandomMoment(quietus, run);
            ticker.answer();
            latencies.add(Duration.ofNanos(Math.max(0, ticker.lastTickNanos() - stoppedNanos)));
        }
    }

    /** The agent waits for its retry with the scope's own pause, the server holds the retry. */
    private void stopRetryWait(TestingQuietus quietus, RunAuthority run)
            throws InterruptedException {
        String queue = "queue-of-" + run.runId();
        quietus.accept(work(run, "op", "mail.send").queue(queue).effects(ExpectedEffects.NONE));
        Quietus worker = quietus.worker("w1").quietus();
        assertThat(worker.claim(ClaimRequest.of(queue, "w1", Duration.ofSeconds(5))))
                .isPresent();
        worker.finish(new FinishRequest(
                run.runId(),
                "op",
                1,
                "w1",
                FinishFacts.failed("429").withRetry(Duration.ofHours(1), 5)));
        waitUntilStopped(quietus, run);
        assertThat(worker.claim(ClaimRequest.of(queue, "w1", Duration.ZERO))).isEmpty();
    }

    private void stopQueueWait(TestingQuietus quietus, RunAuthority run)
            throws InterruptedException {
        quietus.accept(work(run, "op", "mail.send")
                .queue("queue-of-" + run.runId())
                .effects(ExpectedEffects.NONE));
        waitUntilStopped(quietus, run);
        assertThat(quietus.worker("w1")
                        .quietus()
                        .claim(ClaimRequest.of("queue-of-" + run.runId(), "w1", Duration.ZERO)))
                .isEmpty();
    }

    private void waitUntilStopped(TestingQuietus quietus, RunAuthority run)
            throws InterruptedException {
        CancellationScope scope = CancellationScope.root(run.runId());
        try (RunSignals signals =
                RunSignals.follow(quietus.agent(run).quietus(), run.runId(), scope)) {
            until("the agent listens", () -> Optional.of(signals).filter(RunSignals::isLive));
            long stoppedNanos = stopAtARandomMoment(quietus, run);
            assertThat(scope.awaitCancellation(Duration.ofSeconds(30))).isTrue();
            latencies.add(Duration.ofNanos(System.nanoTime() - stoppedNanos));
        }
    }

    private long stopAtARandomMoment(TestingQuietus quietus, RunAuthority run)
            throws InterruptedException {
        boolean never = new CountDownLatch(1).await(random.nextInt(150), TimeUnit.MILLISECONDS);
        assertThat(never).isFalse();
        JsonObject barrier = quietus.stop(run.runId());
        long stoppedNanos = System.nanoTime();
        assertThat(barrier.string("decision")).isEqualTo("stopping");
        assertThat(barrier.object("stages").instant("dispatch_stopped"))
                .isEqualTo(barrier.instant("requested_at"));
        assertThat(quietus.shown(run.runId()).string("state")).isEqualTo("cancelling");
        return stoppedNanos;
    }

    private static void startsNothingAnyMore(TestingQuietus quietus, RunAuthority run) {
        assertThat(quietus.events(run.runId(), "operation_begun").stream()
                        .filter(event -> event.integer("seq")
                                > quietus.events(run.runId(), "stop_requested")
                                        .getFirst()
                                        .integer("seq")))
                .isEmpty();
    }
}
