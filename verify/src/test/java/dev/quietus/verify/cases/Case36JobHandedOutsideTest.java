package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.until;
import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 36: a job that was handed to an outside system is never cancelled when the task ends some
 * other way. Proves that after a stop, an exception, and the kill of the worker, the job is in the
 * journal and its outcome is looked up; a stop asks to cancel it, and what stays open has an owner.
 */
class Case36JobHandedOutsideTest {
    private static final String RUN = "run-i";

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    private TestingQuietus quietus;
    private DeploymentCalls deployment;

    @BeforeEach
    void holdJobsBeforeTheirCommitPoint() {
        quietus = installation.quietus();
        installation.deployment().behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        deployment = installation.closing(new DeploymentCalls(installation.deployment()));
        quietus.accept(
                work(quietus.run(RUN), "op-1", "deployment.reserve_preview").queue("work"));
    }

    @Test
    void afterAStopTheJobIsCancelledAndLookedUp() throws Exception {
        try (QueueWorkers _ = QueueWorkers.start(quietus, "w1", "work", 1, work -> {
            work.aboutToSend();
            String preview = deployment.order(work.runId(), work.operationId());
            work.sent(preview);
            work.scope().awaitCancellation(Duration.ofSeconds(30));
            work.scope().throwIfCancelled();
            return FinishFacts.succeeded();
        })) {
            String preview = journalledJob();
            JsonObject receipt = quietus.stopAndPassQuiet(RUN);
            cancelledAndLookedUp(receipt, preview);
        }
    }

    @Test
    void afterAnExceptionTheOutcomeIsLookedUpAndStaysWithAnOwner() throws Exception {
        try (QueueWorkers workers = QueueWorkers.start(quietus, "w1", "work", 1, work -> {
            work.aboutToSend();
            work.sent(deployment.order(work.runId(), work.operationId()));
            throw new IllegalStateException("the tool crashed");
        })) {
            untilTrue("it has crashed", () -> !workers.answers().isEmpty());
            assertThat(workers.answers()).hasOnlyElementsOfType(WorkAnswer.Failed.class);
        }
        String preview = journalledJob();
        openWithAnOwner("failed");
        cancelledAndLookedUp(quietus.stopAndPassQuiet(RUN), preview);
    }

    @Test
    void afterTheKillOfTheWorkerTheOutcomeIsLookedUpAndStaysWithAnOwner() throws Exception {
        ChildProcess worker = installation.closing(Processes.start(
                quietus,
                quietus.workerToken("w1"),
                WorkerMain.class,
                installation.directory(),
                List.of("order", "work", installation.deployment().url(), "2000")));
        String preview = journalledJob();
        worker.kill();
        openWithAnOwner("outcome_unknown");
        assertThat(quietus.events(RUN, "worker_silent")).hasSize(1);
        cancelledAndLookedUp(quietus.stopAndPassQuiet(RUN), preview);
    }

    private String journalledJob() {
        String preview = until(
                "the job is in the journal",
                () -> Optional.of(quietus.operation(RUN, "op-1"))
                        .flatMap(shown -> shown.optionalString("provider_job")));
        deployment.await(preview, "held");
        assertThat(quietus.events(RUN, "operation_reported"))
                .extracting(event -> event.object("data").optionalString("provider_job"))
                .contains(Optional.of(preview));
        return preview;
    }

    private void openWithAnOwner(String state) {
        quietus.awaitOperation(RUN, "op-1", state);
        untilTrue("it was looked at", () -> quietus.operation(RUN, "op-1").has("effect_check"));
        quietus.move(Duration.ofSeconds(61));
        JsonObject open = until(
                "it has an owner",
                () -> Optional.of(quietus.operation(RUN, "op-1"))
                        .filter(shown -> shown.has("held_by")));
        assertThat(open.string("state")).isEqualTo(state);
        assertThat(open.string("settled_state")).isEqualTo("unknown");
        assertThat(open.string("held_by")).isEqualTo("team-deploys");
        assertThat(open.object("effect_check").string("observed")).isEqualTo("none");
    }

    private void cancelledAndLookedUp(JsonObject receipt, String preview) {
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        JsonObject entry = receipt.array("in_flight").object(0);
        assertThat(entry.string("provider_job")).isEqualTo(preview);
        assertThat(entry.object("cancellation").string("provider_response")).isEqualTo("accepted");
        assertThat(entry.object("effect_check").string("observed")).isEqualTo("none");
        assertThat(entry.string("settled_state")).isEqualTo("cancelled_without_effect");
        assertThat(deployment.job(preview).string("state")).isEqualTo("cancelled");
        assertThat(installation.deployment().effects()).isEmpty();
    }
}
