package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.Effect;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 24: a stop ends what runs, and what waits starts in the room that this makes. Proves that
 * freed capacity starts nothing: eight of ten are cancelled where they wait.
 */
class Case24PendingStartsAfterStopTest {

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    @Test
    void startsNothingInTheRoomThatTheStopMakes() throws Exception {
        TestingQuietus quietus = installation.quietus();
        JsonObject input = CaseInput.of("24-pending-starts-after-stop");
        List<String> operations = CaseInput.operations(input);
        installation.deployment().behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        DeploymentCalls deployment =
                installation.closing(new DeploymentCalls(installation.deployment()));
        RunAuthority run = quietus.run("run-f");
        for (String operation : operations) {
            quietus.accept(work(run, operation, "deployment.reserve_preview").queue("work"));
        }
        int capacity = (int) input.integer("capacity");
        try (QueueWorkers workers =
                QueueWorkers.start(quietus, "w1", "work", capacity, reserving(deployment))) {
            untilTrue("two run", () -> deployment.orders() == 2);

            String barrier = quietus.stop("run-f").string("barrier_id");
            untilTrue("both have ended", () -> workers.answers().size() == 2);
            JsonObject receipt = quietus.passQuiet(barrier);
            quietus.move(Duration.ofSeconds(30));

            assertThat(workers.started()).hasSize(2);
            assertThat(workers.answers()).hasOnlyElementsOfType(WorkAnswer.Finished.class);
            assertThat(deployment.orders()).isEqualTo(2);
            assertThat(installation.deployment().effects()).isEmpty();
            eightAreCancelledWhereTheyWaited(quietus, operations, workers.started(), barrier);
            countsEightAndTwo(receipt);
        }
    }

    /**
     * Capacity gets free all the time: each operation takes as long as one answer of the server.
     */
    @RepeatedTest(5)
    void startsNothingWhileCapacityGetsFreeAllTheTime(RepetitionInfo repetition) {
        TestingQuietus quietus = installation.quietus();
        List<String> operations =
                CaseInput.operations(CaseInput.of("24-pending-starts-after-stop"));
        RunAuthority run = quietus.run("run-f");
        for (String operation : operations) {
            quietus.accept(work(run, operation, "notes.append")
                    .queue("work")
                    .effects(ExpectedEffects.NONE));
        }
        JsonObject receipt;
        int started;
        try (QueueWorkers workers =
                QueueWorkers.start(quietus, "w1", "work", 2, _ -> FinishFacts.succeeded())) {
            int untilThen = repetition.getCurrentRepetition();
            untilTrue("some have started", () -> workers.started().size() >= untilThen);
            receipt = quietus.stopAndPassQuiet("run-f");
            started = workers.started().size();
        }
        assertThat(receipt.object("work").integer("queued_cancelled"))
                .isEqualTo(operations.size() - started);
        assertThat(quietus.events("run-f", "operation_begun")).hasSize(started);
        assertThat(operations)
                .extracting(operation -> quietus.operation("run-f", operation).string("state"))
                .isSubsetOf("succeeded", "cancelled_before_start");
    }

    private static GuardedWork reserving(DeploymentCalls deployment) {
        return work -> {
            work.aboutToSend();
            String preview = deployment.order(work.runId(), work.operationId());
            work.sent(preview);
            deployment.await(preview, "ended");
            return FinishFacts.failed("the job was cancelled").withEffect(Effect.ABSENT);
        };
    }

    private static void eightAreCancelledWhereTheyWaited(
            TestingQuietus quietus, List<String> all, List<String> started, String barrier) {
        assertThat(all.stream().filter(operation -> !started.contains(operation)))
                .hasSize(8)
                .allSatisfy(operation -> {
                    JsonObject kept = quietus.operation("run-f", operation);
                    assertThat(kept.string("state")).isEqualTo("cancelled_before_start");
                    assertThat(kept.string("cancelled_by")).isEqualTo(barrier);
                    assertThat(kept.has("attempt")).isFalse();
                });
    }

    private static void countsEightAndTwo(JsonObject receipt) {
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.object("work").integer("queued_cancelled")).isEqualTo(8);
        assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(2);
        assertThat(receipt.object("effects").integer("cancelled_without_effect"))
                .isEqualTo(2);
        assertThat(receipt.instant("last_settled_at"))
                .isBeforeOrEqualTo(receipt.instant("last_activity_at"))
                .isBefore(receipt.instant("verified_at").minus(Duration.ofSeconds(29)));
    }
}
