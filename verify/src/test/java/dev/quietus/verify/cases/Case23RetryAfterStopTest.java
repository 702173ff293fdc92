package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 23: a stop is accepted and retries go on. Proves that a stop in the back-off takes the retry
 * out for good: one attempt in all, whatever the clock does and however often the server starts.
 */
class Case23RetryAfterStopTest {

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    @Test
    void takesTheRetryOutOfItsBackOff() throws Exception {
        TestingQuietus quietus = installation.quietus();
        JsonObject retry =
                CaseInput.of("23-retry-after-stop").object("operation").object("retry");
        int most = (int) retry.integer("max");
        AtomicInteger attempts = new AtomicInteger();
        try (QueueWorkers workers = QueueWorkers.start(quietus, "w1", "work", 1, _ -> {
            attempts.incrementAndGet();
            return FinishFacts.failed("try again").withRetry(Duration.ofSeconds(60), most);
        })) {
            quietus.accept(work(quietus.run("run-e"), "op-1", "mail.send")
                    .queue("work")
                    .effects(ExpectedEffects.NONE));
            JsonObject backingOff = quietus.awaitOperation("run-e", "op-1", "scheduled");
            assertThat(backingOff.has("available_at")).isTrue();

            JsonObject receipt = quietus.stopAndPassQuiet("run-e");
            quietus.move(Duration.ofHours(1));
            nothingIsDue(quietus);
            assertThat(workers.started()).containsExactly("op-1");
            assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
            assertThat(receipt.object("work").integer("scheduled_retries_cancelled"))
                    .isEqualTo(1);
            assertThat(receipt.object("work").integer("queued_cancelled")).isZero();
        }
        quietus.restart();
        nothingIsDue(quietus);
        quietus.move(Duration.ofHours(1));
        nothingIsDue(quietus);

        assertThat(attempts).hasValue(1);
        JsonObject kept = quietus.operation("run-e", "op-1");
        assertThat(kept.string("state")).isEqualTo("cancelled_before_start");
        assertThat(kept.string("cancelled_by")).isEqualTo("stop-run-e-01");
        assertThat(kept.integer("attempt")).isEqualTo(1);
        assertThat(kept.string("outcome")).isEqualTo("failed");
        assertThat(kept.has("available_at")).isFalse();
    }

    /**
     * The failed attempt may have had an effect: it is looked for, the retry is cancelled anyway.
     */
    @Test
    void looksForTheEffectOfTheAttemptThatFailed() throws Exception {
        TestingQuietus quietus = installation.quietus();
        installation.deployment().behave(Behaviours.none().with(Behaviour.STATUS_UNAVAILABLE));
        try (QueueWorkers workers = QueueWorkers.start(quietus, "w1", "work", 1, work -> {
            work.aboutToSend();
            return FinishFacts.failed("connection reset").withRetry(Duration.ofSeconds(60), 10);
        })) {
            quietus.accept(work(quietus.run("run-e"), "op-1", "deployment.reserve_preview")
                    .queue("work"));
            quietus.awaitOperation("run-e", "op-1", "scheduled");
            String barrier = quietus.stop("run-e").string("barrier_id");
            quietus.awaitTakenIn(barrier, 1);
            installation
                    .deployment()
                    .behave(Behaviours.none().without(Behaviour.STATUS_UNAVAILABLE));

            JsonObject receipt = quietus.passQuiet(barrier);

            assertThat(workers.started()).containsExactly("op-1");
            assertThat(receipt.object("work").integer("scheduled_retries_cancelled"))
                    .isEqualTo(1);
            assertThat(receipt.object("effects").integer("cancelled_without_effect"))
                    .isEqualTo(1);
            assertThat(receipt.array("in_flight")
                            .object(0)
                            .object("effect_check")
                            .string("observed"))
                    .isEqualTo("none");
        }
    }

    private static void nothingIsDue(TestingQuietus quietus) {
        assertThat(quietus.worker("w2")
                        .quietus()
                        .claim(ClaimRequest.of("work", "w2", Duration.ofMillis(300))))
                .isEmpty();
    }
}
