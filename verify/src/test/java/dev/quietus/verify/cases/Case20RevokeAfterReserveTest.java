package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 20: a task that is reserved and not started ignores its revocation. Proves that prefetched
 * work is refused at its start, kept with the check that refused it, and counted once.
 */
class Case20RevokeAfterReserveTest {

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void refusesPrefetchedWorkWhenItsSlotGetsFree() throws Exception {
        TestingQuietus quietus = installation.quietus();
        JsonObject input = CaseInput.of("20-revoke-after-reserve");
        EffectsLog effects = new EffectsLog(installation.directory());
        RunAuthority run = quietus.run("run-a");
        List<MessageEnvelope> prefetched = CaseInput.operations(input).stream()
                .map(operation -> accepted(quietus, run, operation))
                .toList();
        CountDownLatch busy = new CountDownLatch(2);
        CountDownLatch done = new CountDownLatch(1);
        try (ExecutorService slots = Executors.newFixedThreadPool(2)) {
            List<Future<WorkAnswer>> answers = prefetched.stream()
                    .map(message -> slots.submit(() -> WorkerGuard.of(
                                    quietus.worker("w1").quietus())
                            .run(message.begin("w1"), work -> {
                                busy.countDown();
                                boolean ended = done.await(30, TimeUnit.SECONDS);
                                effects.append(work.operationId());
                                return ended
                                        ? FinishFacts.succeeded()
                                        : FinishFacts.failed("nobody let it end");
                            })))
                    .toList();
            assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();

            String barrier = quietus.stop("run-a").string("barrier_id");
            quietus.awaitTakenIn(barrier, 2);
            done.countDown();

            assertThat(answers.get(0).get()).isInstanceOf(WorkAnswer.Finished.class);
            assertThat(answers.get(1).get()).isInstanceOf(WorkAnswer.Finished.class);
            assertThat(answers.get(2).get())
                    .isInstanceOfSatisfying(
                            WorkAnswer.Denied.class,
                            denied -> assertThat(denied.decision()).isEqualTo("deny_stale_epoch"));
            assertThat(effects.lines()).containsExactlyInAnyOrder("op-1", "op-2");
            keepsTheRefusedOperation(quietus, barrier);
            countsItOnce(quietus.passQuiet(barrier));
        }
    }

    private static MessageEnvelope accepted(
            TestingQuietus quietus, RunAuthority run, String operation) {
        quietus.accept(
                work(run, operation, "notes.append").kind("message").effects(ExpectedEffects.NONE));
        return MessageEnvelope.of(run, operation, quietus.now().plus(Duration.ofHours(1)));
    }

    private static void keepsTheRefusedOperation(TestingQuietus quietus, String barrier) {
        JsonObject kept = quietus.operation("run-a", "op-3");
        assertThat(kept.string("state")).isEqualTo("cancelled_before_start");
        assertThat(kept.string("cancelled_by")).isEqualTo(barrier);
        assertThat(kept.has("attempt")).isFalse();
        assertThat(quietus.events("run-a", "late_attempt_denied"))
                .singleElement()
                .satisfies(refused -> {
                    assertThat(refused.string("operation_id")).isEqualTo("op-3");
                    assertThat(refused.string("barrier_id")).isEqualTo(barrier);
                    assertThat(refused.object("data").string("decision"))
                            .isEqualTo("deny_stale_epoch");
                });
    }

    private static void countsItOnce(JsonObject receipt) {
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.object("work").integer("queued_cancelled")).isEqualTo(1);
        assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(2);
        assertThat(receipt.array("in_flight").objects())
                .extracting(entry -> entry.string("operation_id"))
                .containsExactlyInAnyOrder("op-1", "op-2");
        assertThat(receipt.integer("late_attempts_denied")).isEqualTo(1);
    }
}
