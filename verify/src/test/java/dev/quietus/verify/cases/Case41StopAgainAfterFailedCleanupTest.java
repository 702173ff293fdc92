package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.SendState;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 41: after a failed clean-up every further stop gives the stored error, and the session is
 * blocked. Proves that each repeated stop asks the far side anew, that the first one which can
 * succeed does so under the same barrier, and that new runs of the session are taken at any time.
 */
class Case41StopAgainAfterFailedCleanupTest {
    private static final String RUN = "run-n";
    private static final String BARRIER = "stop-run-n-01";

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    private TestingQuietus quietus;
    private DeploymentCalls deployment;

    @BeforeEach
    void letNothingBeEnded() {
        quietus = installation.quietus();
        deployment = installation.closing(new DeploymentCalls(installation.deployment()));
        installation
                .deployment()
                .behave(Behaviours.none()
                        .with(Behaviour.HOLD_BEFORE_COMMIT)
                        .with(Behaviour.REFUSE_CANCEL));
    }

    @Test
    void everyStopIsARealAttemptAndTheThirdOneCompletes() {
        String preview = orderThatCannotBeEnded();

        quietus.stop(RUN);
        untilTrue("the first cancel is refused", () -> cancels() > 0);
        quietus.move(Duration.ofSeconds(61));
        quietus.awaitBarrier(BARRIER, "incomplete");
        assertThat(quietus.receipt(RUN).string("decision")).isEqualTo("stop_incomplete");
        aNewRunOfTheSessionIsTaken("session-2");

        long before = cancels();
        JsonObject second = quietus.stop(RUN);
        assertThat(second.string("barrier_id")).isEqualTo(BARRIER);
        assertThat(second.string("decision")).isEqualTo("stop_incomplete");
        untilTrue("the second stop asks again", () -> cancels() > before);
        aNewRunOfTheSessionIsTaken("session-3");

        installation.deployment().behave(Behaviours.none().without(Behaviour.REFUSE_CANCEL));
        assertThat(quietus.stop(RUN).string("barrier_id")).isEqualTo(BARRIER);
        JsonObject receipt = quietus.passQuiet(BARRIER);

        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.string("barrier_id")).isEqualTo(BARRIER);
        assertThat(receipt.array("in_flight").object(0).string("settled_state"))
                .isEqualTo("cancelled_without_effect");
        assertThat(deployment.job(preview).string("state")).isEqualTo("cancelled");
        assertThat(quietus.events(RUN, "stop_repeated")).hasSize(2);
        assertThat(quietus.receipts(BARRIER))
                .extracting(each -> each.string("decision"))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
        aNewRunOfTheSessionIsTaken("session-4");
    }

    private String orderThatCannotBeEnded() {
        RunAuthority run = quietus.run(RUN);
        Quietus worker = quietus.worker("w1").quietus();
        quietus.accept(work(run, "op-1", "deployment.reserve_preview"));
        worker.begin(BeginRequest.of(RUN, "op-1", run.lease(), run.revocationEpoch(), "w1")
                .withHeartbeatTimeout(Duration.ofMinutes(50)));
        String preview = deployment.order(RUN, "op-1");
        worker.heartbeat(new HeartbeatRequest(
                RUN, "op-1", 1, "w1", Optional.of(SendState.SENT), Optional.of(preview)));
        deployment.await(preview, "held");
        return preview;
    }

    private long cancels() {
        return deployment.requests().stream()
                .filter(it -> it.endsWith("/cancel"))
                .count();
    }

    private void aNewRunOfTheSessionIsTaken(String id) {
        RunAuthority next = quietus.operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId(id)
                        .label("session", "s1")
                        .capability("*")
                        .validUntil(quietus.now().plus(Duration.ofHours(20)))
                        .build());
        Ticker.start(quietus.agent(next), next, "works").close();
        assertThat(quietus.operation(id, "works").string("state")).isEqualTo("succeeded");
    }
}
