package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.RunCancelledException;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 35: a deliberate stop is recorded as a crash and runs the failure path. Proves that work
 * which ends because of a stop is recorded as ended by it, runs no failure hook, and is not
 * retried, also when its worker can't tell the stop from a crash.
 */
class Case35StopIsNoCrashTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final AtomicInteger failureHook = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(1);

    @Test
    void aWorkerThatHearsOfTheStopRunsNoFailurePath() throws Exception {
        JsonObject receipt = stopped(work -> {
            attempts.incrementAndGet();
            started.countDown();
            work.scope().awaitCancellation(SOON);
            try {
                work.scope().throwIfCancelled();
                throw new IllegalStateException("killed by signal 9");
            } catch (RunCancelledException stop) {
                throw stop;
            } catch (IllegalStateException crash) {
                failureHook.incrementAndGet();
                return FinishFacts.failed(crash.toString()).withRetry(SOON, 4);
            }
        });

        assertThat(failureHook).hasValue(0);
        recordedAsStopped(receipt, "cancelled_during_execution", "cancelled");
        assertThat(installation.quietus().operation("run-i", "op-1").string("error"))
                .contains("cancel_requested");
    }

    /**
     * Its word stays as it is; that an operator stopped it stands beside it, and nothing retries.
     */
    @Test
    void aWorkerThatTakesTheStopForACrashIsNotRetried() throws Exception {
        JsonObject receipt = stopped(work -> {
            attempts.incrementAndGet();
            started.countDown();
            work.scope().awaitCancellation(SOON);
            return FinishFacts.failed("killed by signal 9").withRetry(SOON, 4);
        });

        recordedAsStopped(receipt, "failed", "failed");
        assertThat(installation.quietus().events("run-i", "retry_scheduled")).isEmpty();
    }

    private JsonObject stopped(GuardedWork work) throws InterruptedException {
        TestingQuietus quietus = installation.quietus();
        quietus.accept(work(quietus.run("run-i"), "op-1", "shell.run")
                .queue("work")
                .effects(ExpectedEffects.NONE));
        try (QueueWorkers workers = QueueWorkers.start(quietus, "w1", "work", 1, work)) {
            started.await();
            String barrier = quietus.stop("run-i").string("barrier_id");
            quietus.awaitTakenIn(barrier, 1);
            JsonObject receipt = quietus.passQuiet(barrier);
            quietus.move(Duration.ofHours(1));
            assertThat(quietus.worker("w2")
                            .quietus()
                            .claim(ClaimRequest.of("work", "w2", Duration.ofMillis(300))))
                    .isEmpty();
            assertThat(workers.answers()).doesNotHaveAnyElementsOfTypes(WorkAnswer.Failed.class);
            return receipt;
        }
    }

    private void recordedAsStopped(JsonObject receipt, String state, String outcome) {
        TestingQuietus quietus = installation.quietus();
        JsonObject kept = quietus.operation("run-i", "op-1");
        assertThat(kept.string("state")).isEqualTo(state);
        assertThat(kept.string("outcome")).isEqualTo(outcome);
        assertThat(kept.string("cancelled_by")).isEqualTo("stop-run-i-01");
        assertThat(kept.integer("attempt")).isEqualTo(1);
        assertThat(attempts).hasValue(1);
        assertThat(receipt.string("requested_by")).isEqualTo("operator:operator");
        assertThat(receipt.object("work").integer("scheduled_retries_cancelled"))
                .isZero();
        assertThat(receipt.array("in_flight").objects())
                .singleElement()
                .satisfies(entry -> assertThat(entry.string("state")).isEqualTo(state));
        assertThat(quietus.events("run-i", "worker_silent")).isEmpty();
    }
}
