package dev.quietus.core.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.CancelAnswer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stop over another one (PROTOCOL.md section 6). */
class SeveralStopsTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private void family() {
        scene.run("p");
        scene.child("c", "p");
        scene.sent("c/a");
    }

    @Test
    void aChildsAndItsParentsStopShareWhatWasAsked() {
        family();
        Barrier child = scene.stop("c");
        Barrier parent = scene.stop("p");
        scene.node.workFor(Duration.ofSeconds(70));
        assertThat(scene.decisions(child)).containsExactly("stopped_and_quiet");
        assertThat(scene.decisions(parent)).containsExactly("stopped_and_quiet");
        assertThat(scene.deployment.cancels()).isEqualTo(1);
        assertThat(scene.ledger.held(parent.id())).isEqualTo(scene.ledger.held(child.id()));
        assertThat(scene.operation("c/a").cancelledBy()).contains(child.id());
        assertThat(scene.now(parent).tally().descendantLeasesRevoked())
                .as("the child's lease was revoked before")
                .isZero();
        assertThat(scene.found("c").state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void theParentsStopWaitsForAnAnswerThatTheChildsHasAskedFor() {
        family();
        scene.deployment.whileCancelling(call -> {
            scene.stop("p");
            Fence other = scene.node.claim().orElseThrow();
            while (scene.now(scene.ledger.barrier(other.barrier())).state()
                    != BarrierState.SETTLING) {
                scene.engine.step(other);
            }
            scene.engine.step(other);
            scene.engine.step(other);
            assertThat(scene.operation("c/a").unsettled())
                    .as("seen absent, while nobody knows what the cancel did")
                    .isTrue();
        });
        scene.stop("c");
        scene.node.work();
        assertThat(scene.deployment.cancels()).isEqualTo(1);
        assertThat(scene.operation("c/a").cancelRequest())
                .isInstanceOf(CancelRequest.Answered.class);
        scene.node.workFor(Duration.ofSeconds(70));
    }

    @Test
    void theParentsReceiptDoesNotRestOnAnAbsenceThatTheChildsHasNotConfirmed() {
        family();
        Barrier child = scene.stop(
                "c",
                new Selector.Everything(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(90)));
        scene.node.work();
        assertThat(scene.operation("c/a").unsettled()).isFalse();
        Barrier parent = scene.stop("p");
        scene.node.workFor(Duration.ofSeconds(29));
        assertThat(scene.now(parent).state())
                .as("the provider's quiet period counts for the parent's stop too")
                .isEqualTo(BarrierState.QUIET);
        scene.deployment.commit("c/a");
        scene.node.workFor(Duration.ofSeconds(70));
        assertThat(scene.decisions(parent)).containsExactly("stopped_and_quiet");
        assertThat(scene.outcomes(parent).completedAndVerified()).isEqualTo(1);
        scene.node.workFor(Duration.ofSeconds(100));
        assertThat(scene.decisions(child)).containsExactly("stopped_and_quiet");
    }

    @Test
    void anUnknownOfTheChildsStopIsTheParentsToo() {
        scene.run("p");
        scene.child("c", "p");
        scene.running("c/a", Wanted.call("local.do"));
        Barrier child = scene.stop("c");
        scene.node.work();
        Barrier parent = scene.stop("p");
        scene.node.work();
        assertThat(scene.decisions(child)).containsExactly("stop_incomplete");
        assertThat(scene.decisions(parent)).containsExactly("stop_incomplete");
        scene.ledger.write(new dev.quietus.core.settlement.SettleByHand(
                Requests.key("c/a"),
                Settlement.SettledState.COMPLETED_AND_VERIFIED,
                "the file is there",
                "operator:thomas",
                scene.providers));
        scene.node.workFor(Duration.ofSeconds(5));
        assertThat(scene.decisions(child)).containsExactly("stop_incomplete", "stopped_and_quiet");
        assertThat(scene.decisions(parent)).containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void aLateFactReopensEveryReceiptOverIt() {
        family();
        Barrier child = scene.stop("c");
        scene.node.workFor(Duration.ofSeconds(40));
        Barrier parent = scene.stop("p");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(parent)).containsExactly("stopped_and_quiet");
        assertThat(scene.ledger.held(parent.id())).isEmpty();

        scene.deployment.commit("c/a");
        scene.finish("c/a", Outcome.SUCCEEDED);
        assertThat(scene.now(child).state()).isEqualTo(BarrierState.SETTLING);
        assertThat(scene.now(parent).state()).isEqualTo(BarrierState.SETTLING);
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(child)).hasSize(2);
        assertThat(scene.decisions(parent)).hasSize(2);
        assertThat(scene.found("c").state()).isEqualTo(RunState.CANCELLED);
        assertThat(scene.found("p").state()).isEqualTo(RunState.CANCELLED);
    }

    /** Nobody would ever certify the run again: a scoped receipt ends no run. */
    @Test
    void aContradictedScopedReceiptDoesNotReopenTheRun() {
        scene.run("r");
        scene.sent("r/a");
        Barrier one = scene.stop("r", Requests.one("a"));
        scene.node.workFor(Duration.ofSeconds(40));
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(scene.now(one).state()).isEqualTo(BarrierState.SETTLING);
        assertThat(scene.found("r").state()).isEqualTo(RunState.RUNNING);
        scene.deployment.commit("r/a");
        scene.node.workFor(Duration.ofSeconds(40));
        Barrier all = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(all)).containsExactly("stopped_and_quiet");
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void aRefusalIsAskedAboutAgainUnderTheParentsStop() {
        family();
        scene.deployment.usuallyAnswersCancel(new CancelAnswer.Refused("HTTP 409"));
        scene.stop("c");
        scene.node.work();
        assertThat(scene.deployment.cancels()).isEqualTo(1);
        scene.stop("p");
        scene.node.work();
        assertThat(scene.deployment.cancels()).isEqualTo(2);
    }

    @Test
    void aStopBelowAStopIsServedToo() {
        family();
        Barrier parent = scene.stop("p");
        scene.node.work();
        Barrier child = scene.stop("c");
        scene.node.workFor(Duration.ofSeconds(70));
        assertThat(scene.decisions(parent)).containsExactly("stopped_and_quiet");
        assertThat(scene.decisions(child)).containsExactly("stopped_and_quiet");
        assertThat(scene.found("c").epoch()).isEqualTo(2);
    }
}
