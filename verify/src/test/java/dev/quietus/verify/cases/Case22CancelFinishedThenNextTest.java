package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.until;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.StopRequest;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 22: revoking finished tasks makes the worker stop taking work. Proves that stopping what is
 * done changes nothing of it, five times over, and that the same worker goes on at its usual pace.
 */
class Case22CancelFinishedThenNextTest {
    private static final Duration NORMAL = Duration.ofSeconds(10);

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    @Test
    void stopsADoneRunFiveTimesAndGoesOnWithTheNext() throws Exception {
        TestingQuietus quietus = installation.quietus();
        DeploymentCalls deployment =
                installation.closing(new DeploymentCalls(installation.deployment()));
        try (QueueWorkers _ = QueueWorkers.start(quietus, "w1", "work", 1, reserving(deployment))) {
            submit(quietus, "run-c", "op-1");
            JsonObject done = verified(quietus, "run-c", "op-1");

            List<JsonObject> answers =
                    Stream.generate(() -> quietus.stop("run-c")).limit(5).toList();
            assertThat(answers)
                    .extracting(answer -> answer.string("barrier_id"))
                    .containsOnly("stop-run-c-01");
            JsonObject receipt = quietus.passQuiet("stop-run-c-01");

            assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
            assertThat(receipt.array("in_flight").size()).isZero();
            assertThat(quietus.operation("run-c", "op-1")).isEqualTo(done);
            assertThat(quietus.receipts("stop-run-c-01")).hasSize(1);
            assertThat(quietus.stop("run-c").string("decision")).isEqualTo("stopped_and_quiet");
            assertThat(quietus.receipts("stop-run-c-01")).hasSize(1);

            Instant submitted = Instant.now();
            submit(quietus, "run-d", "op-2");
            quietus.awaitOperation("run-d", "op-2", "succeeded");
            assertThat(Duration.between(submitted, Instant.now())).isLessThan(NORMAL);
            verified(quietus, "run-d", "op-2");
        }
    }

    @Test
    void fiveStopsAtOnceShareOneBarrier() throws Exception {
        TestingQuietus quietus = installation.quietus();
        quietus.run("run-c");
        CyclicBarrier together = new CyclicBarrier(5);
        try (ExecutorService operators = Executors.newFixedThreadPool(5)) {
            List<Future<String>> answers = Stream.<Callable<String>>generate(() -> () -> {
                        together.await();
                        return quietus.stop("run-c").string("barrier_id");
                    })
                    .limit(5)
                    .map(operators::submit)
                    .toList();
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("stop-run-c-01");
            }
        }
        quietus.passQuiet("stop-run-c-01");
        assertThat(quietus.events("run-c", "stop_requested")).hasSize(1);
        assertThat(quietus.shown("run-c").integer("revocation_epoch")).isEqualTo(2);
        assertThat(quietus.receipts("stop-run-c-01")).hasSize(1);
    }

    @Test
    void saysThatThereIsNoSuchRunAndChangesNothing() {
        TestingQuietus quietus = installation.quietus();
        quietus.run("run-c");
        List<JsonObject> before = quietus.operator().all("events", "events");

        QuietusProblemException refused = Caller.refusal(() -> quietus.operator()
                .quietus()
                .stop("run-that-never-was", StopRequest.because("wrong id")));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.code()).contains("not_found");
        assertThat(refused.detail()).contains("there is no run 'run-that-never-was'");
        assertThat(quietus.operator().all("events", "events")).isEqualTo(before);
        assertThat(quietus.operator().get("barriers").array("barriers").size()).isZero();
        assertThat(quietus.operator().all("runs", "runs")).hasSize(1);
    }

    private static GuardedWork reserving(DeploymentCalls deployment) {
        return work -> {
            work.aboutToSend();
            String preview = deployment.order(work.runId(), work.operationId());
            work.sent(preview);
            deployment.await(preview, "ended");
            return FinishFacts.succeeded().withEffect(Effect.PRESENT);
        };
    }

    private static void submit(TestingQuietus quietus, String run, String operation) {
        quietus.accept(
                work(quietus.run(run), operation, "deployment.reserve_preview").queue("work"));
    }

    private static JsonObject verified(TestingQuietus quietus, String run, String operation) {
        return until(
                run + "/" + operation + " is verified",
                () -> Optional.of(quietus.operation(run, operation))
                        .filter(shown -> shown.optionalString("settled_state")
                                .equals(Optional.of("completed_and_verified")))
                        .filter(shown -> shown.string("state").equals("succeeded")));
    }
}
