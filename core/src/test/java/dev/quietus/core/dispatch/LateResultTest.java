package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.key;
import static dev.quietus.core.Requests.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.WorkerId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker says after it counts (PROTOCOL.md section 5). */
class LateResultTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private FinishOperation.Answer finish(
            String key, int attempt, String worker, Outcome outcome, ReportedEffect effect) {
        return scene.ledger.write(new FinishOperation(
                key(key),
                attempt,
                new WorkerId(worker),
                report(outcome, effect),
                Optional.empty()));
    }

    private FinishOperation.Answer recorded(String key, FinishOperation.How how) {
        return new FinishOperation.Recorded(scene.operation(key), how);
    }

    private Barrier certifiedWithoutEffect() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        return barrier;
    }

    @Test
    void anyLateWordOfAnEffectReopensAReceiptThatSaysThereIsNone() {
        Barrier barrier = certifiedWithoutEffect();
        scene.finish("r/a", Outcome.CANCELLED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
        assertThat(finish("r/a", 1, "worker-1", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .as("the same worker, against its own word")
                .isEqualTo(recorded("r/a", FinishOperation.How.LATE_FACT));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.SETTLING);
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.UNVERIFIED);
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).hasSize(2);
        finish("r/a", 1, "worker-7", Outcome.FAILED, ReportedEffect.PRESENT);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.SETTLING);
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).hasSize(3);
        finish("r/a", 1, "worker-7", Outcome.FAILED, ReportedEffect.NOT_REPORTED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
    }

    /** The simulation found it: a late result restarts quiet also where all is settled. */
    @Test
    void aLateResultRestartsTheQuietPeriodThoughItsOperationIsSettled() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(10));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.finish("r/a", Outcome.FAILED);
        finish("r/a", 1, "worker-7", Outcome.FAILED, ReportedEffect.NOT_REPORTED);
        assertThat(scene.now(barrier).lastActivityAt()).isEqualTo(scene.ledger.now());
        scene.ledger.advance(Duration.ofSeconds(5));
        finish("r/a", 1, "worker-7", Outcome.FAILED, ReportedEffect.NOT_REPORTED);
        assertThat(scene.now(barrier).lastActivityAt()).isEqualTo(scene.ledger.now());
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
    }

    @Test
    void workerAndAuthorityThatDisagreeEndInUnknown() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED);
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SUCCEEDED);
    }

    @Test
    void aLateSuccessReopensTheBarrierOfARunWhoseWorkWasSettledBeforeItsStop() {
        scene.run("p");
        scene.child("r", "p");
        scene.deployment.declares(true, false, false);
        scene.running("r/a");
        scene.ledger.advance(Duration.ofMinutes(11));
        scene.deployment.alwaysShows(dev.quietus.core.settlement.TestingProvider.absent(
                dev.quietus.core.settlement.Observation.JobState.ENDED));
        scene.node.keepHouse();
        scene.ledger.advance(Duration.ofSeconds(31));
        scene.node.keepHouse();
        assertThat(scene.operation("r/a").settlement()).isInstanceOf(Settlement.Settled.class);
        Barrier child = scene.stop("r");
        Barrier parent = scene.stop("p");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(parent)).containsExactly("stopped_and_quiet");

        scene.deployment.heals();
        scene.deployment.commit("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(scene.now(parent).state()).isEqualTo(BarrierState.SETTLING);
        assertThat(scene.now(child).state()).isEqualTo(BarrierState.SETTLING);
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(parent)).hasSize(2);
        assertThat(scene.ledger.held(parent.id())).containsExactly(scene.operation("r/a"));
    }
}
