package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HeartbeatTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private boolean stopRequested(String key) {
        return ((Heartbeat.Recorded) scene.heartbeat(key, Sent.NOT_REPORTED, "")).stopRequested();
    }

    @Test
    void keepsAWorkerAlive() {
        scene.run("r");
        scene.running("r/a");
        scene.ledger.advance(Duration.ofMinutes(9));
        scene.heartbeat("r/a", Sent.NOT_REPORTED, "");
        scene.ledger.advance(Duration.ofMinutes(9));
        assertThat(scene.ledger.write(new ReapSilentWorkers(10))).isZero();
        Attempt attempt = scene.operation("r/a").attempt().orElseThrow();
        assertThat(attempt.silentAt()).isEqualTo(at(19 * 60));
        assertThat(scene.ledger.story(new TreeId("r")))
                .doesNotContain(EventType.OPERATION_REPORTED);
    }

    @Test
    void keepsWhatItLearnsOfTheRequestAndForgetsNothing() {
        scene.run("r");
        scene.running("r/a");
        scene.heartbeat("r/a", Sent.ABOUT_TO_SEND, "");
        scene.heartbeat("r/a", Sent.SENT, "preview-7712");
        scene.heartbeat("r/a", Sent.NOT_REPORTED, "");
        Attempt attempt = scene.operation("r/a").attempt().orElseThrow();
        assertThat(attempt.sent()).isEqualTo(Sent.SENT);
        assertThat(attempt.providerJob()).contains("preview-7712");
        assertThat(scene.ledger.story(new TreeId("r")))
                .filteredOn(EventType.OPERATION_REPORTED::equals)
                .hasSize(2);
    }

    @Test
    void saysWhetherAStopWasRequestedAtOnceAndInEveryScope() {
        scene.run("p");
        scene.child("r", "p");
        scene.running("r/a");
        scene.running("r/b", Wanted.call("mail.send"));
        scene.running("r/c", Wanted.call("model.ask").effectFree());
        assertThat(stopRequested("r/a")).isFalse();
        scene.stop("r", Requests.one("a"));
        assertThat(stopRequested("r/a")).isTrue();
        assertThat(stopRequested("r/b")).isFalse();
        scene.stop("p", Requests.tools("mail.*"));
        assertThat(stopRequested("r/b")).isTrue();
        assertThat(stopRequested("r/c")).isFalse();
        scene.stop("p");
        assertThat(stopRequested("r/c")).isTrue();
    }

    @Test
    void isRefusedFromAnAttemptThatWasGivenUp() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        scene.begin("r/a", "worker-2", "request-2");
        Operation now = scene.operation("r/a");
        assertThat(scene.ledger.write(new Heartbeat(
                        key("r/a"), 1, new WorkerId("worker-1"), Sent.SENT, Optional.empty())))
                .isEqualTo(new Heartbeat.NotYours(now));
        assertThat(scene.ledger.write(new Heartbeat(
                        key("r/a"), 2, new WorkerId("worker-1"), Sent.SENT, Optional.empty())))
                .isEqualTo(new Heartbeat.NotYours(now));
        assertThat(scene.ledger.write(new Heartbeat(
                        key("r/x"), 1, new WorkerId("worker-1"), Sent.SENT, Optional.empty())))
                .isEqualTo(new Heartbeat.NoSuchOperation());
    }

    @Test
    void newsMakesABarrierLookAtOnce() {
        scene.run("r");
        scene.running("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(20));
        int before = scene.deployment.calls().size();
        scene.heartbeat("r/a", Sent.SENT, "preview-7712");
        scene.node.work();
        assertThat(scene.deployment.calls().size()).isGreaterThan(before);
        assertThat(scene.operation("r/a").unsettled()).isFalse();
        assertThat(scene.deployment.cancels())
                .as("asked again, now that the job is known")
                .isEqualTo(2);
        assertThat(scene.now(barrier).revision()).isZero();
    }

    @Test
    void aWorkerThatFallsSilentIsLostAndNeverTriedAgainBlindly() {
        scene.run("r");
        scene.running("r/a");
        scene.running("r/b", Wanted.call("mail.send"));
        scene.ledger.advance(Duration.ofMinutes(10));
        assertThat(scene.ledger.write(new ReapSilentWorkers(1))).isEqualTo(1);
        assertThat(scene.ledger.write(new ReapSilentWorkers(10))).isEqualTo(1);
        assertThat(scene.ledger.write(new ReapSilentWorkers(10))).isZero();
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.OUTCOME_UNKNOWN);
        assertThat(scene.operation("r/a").looking().nextAt()).contains(at(600));
        scene.node.keepHouse();
        assertThat(scene.operation("r/b").heldUnknown())
                .as("nobody can be asked about it")
                .isTrue();
        assertThat(scene.operation("r/b").effect()).isEqualTo(EffectState.UNKNOWN);
        scene.node.keepHouse();
        assertThat(scene.operation("r/b").looking().nextAt()).isEmpty();
    }
}
