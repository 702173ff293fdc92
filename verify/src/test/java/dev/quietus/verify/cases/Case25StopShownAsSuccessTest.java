package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 25: a run that is stopped during a step with "continue on failure" is shown as succeeded.
 * Proves that an agent which ignores the failure of a step neither starts the next one nor
 * completes the run. What the command line exits with is proved where the command line is.
 */
class Case25StopShownAsSuccessTest {

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void aStepWhoseFailureIsIgnoredTurnsNoStopIntoSuccess() throws Exception {
        TestingQuietus quietus = installation.quietus();
        List<JsonObject> steps =
                CaseInput.of("25-stop-shown-as-success").array("steps_of_run").objects();
        RunAuthority run = quietus.run("run-g");
        CountDownLatch started = new CountDownLatch(1);
        try (ExecutorService agent = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<WorkAnswer>> answers =
                    agent.submit(() -> carryOut(quietus, run, steps, started));
            started.await();
            String barrier = quietus.stop("run-g").string("barrier_id");
            assertThat(answers.get())
                    .satisfiesExactly(
                            first -> assertThat(first).isInstanceOf(WorkAnswer.Cancelled.class),
                            second -> assertThat(second)
                                    .isInstanceOfSatisfying(
                                            WorkAnswer.Denied.class,
                                            denied -> assertThat(denied.decision())
                                                    .isEqualTo("deny_stale_epoch")));
            completingIsRefused(quietus, run);
            JsonObject receipt = quietus.passQuiet(barrier);

            assertThat(receipt.object("work").integer("queued_cancelled")).isEqualTo(1);
            assertThat(receipt.object("effects").integer("ended_no_effect_expected"))
                    .isEqualTo(1);
        }
        completingIsRefused(quietus, run);
        assertThat(quietus.shown("run-g").string("state")).isEqualTo("cancelled");
        assertThat(quietus.operation("run-g", "s1").string("state"))
                .isEqualTo("cancelled_during_execution");
        assertThat(quietus.operation("run-g", "s2").string("state"))
                .isEqualTo("cancelled_before_start");
        assertThat(quietus.events("run-g", "run_completed")).isEmpty();
    }

    /** The agent: takes one step after the other, and goes on where a step fails. */
    private static List<WorkAnswer> carryOut(
            TestingQuietus quietus,
            RunAuthority run,
            List<JsonObject> steps,
            CountDownLatch started) {
        GuardedWork untilCancelled = work -> {
            started.countDown();
            work.scope().awaitCancellation(Duration.ofSeconds(30));
            work.scope().throwIfCancelled();
            return FinishFacts.succeeded();
        };
        List<MessageEnvelope> messages = new ArrayList<>();
        for (JsonObject step : steps) {
            String operation = step.string("step");
            quietus.accept(work(run, operation, "step.run").effects(ExpectedEffects.NONE));
            messages.add(
                    MessageEnvelope.of(run, operation, quietus.now().plus(Duration.ofHours(1))));
        }
        List<WorkAnswer> answers = new ArrayList<>();
        for (MessageEnvelope message : messages) {
            answers.add(WorkerGuard.of(quietus.agent(run).quietus())
                    .run(
                            message.begin("agent").withHeartbeatTimeout(Duration.ofMillis(600)),
                            untilCancelled));
        }
        return answers;
    }

    private static void completingIsRefused(TestingQuietus quietus, RunAuthority run) {
        QuietusProblemException refused =
                Caller.refusal(() -> quietus.agent(run).quietus().complete(run.runId()));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.decision()).contains("deny_stale_epoch");
    }
}
