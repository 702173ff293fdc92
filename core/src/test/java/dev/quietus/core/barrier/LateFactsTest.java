package dev.quietus.core.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.RunState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attempts and results that come after a stop, and after its receipt. */
class LateFactsTest {
    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void restartsTheQuietPeriodWithEveryLateAttempt() {
        scene.run("r");
        scene.queued("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(20));
        scene.begin("r/a");
        scene.node.workFor(Duration.ofSeconds(20));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofSeconds(11));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
        assertThat(scene.now(barrier).tally().lateAttemptsDenied()).isEqualTo(1);
    }

    /** The demo counted one or two, as the worker or the sweep was faster. */
    @Test
    void listsWhatWasInFlightAtTheStopAlsoWhereItEndsBeforeTheSweep() {
        scene.run("r");
        scene.running("r/thought", Wanted.preview().effectFree());
        scene.sent("r/call");
        scene.deployment.commit("r/call");
        Barrier barrier = scene.stop("r");
        scene.finish("r/thought", Attempt.Outcome.SUCCEEDED);
        scene.finish("r/call", Attempt.Outcome.SUCCEEDED);
        scene.node.keepHouse();
        assertThat(scene.settled("r/call")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.REQUESTED);

        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.inFlight(barrier))
                .extracting(each -> each.operation().key() + " " + each.stateAtBarrier())
                .containsExactlyInAnyOrder("r/thought RUNNING", "r/call SUCCEEDED");
        assertThat(scene.operation("r/call").cancelledBy()).contains(barrier.id());
        assertThat(scene.operation("r/thought").cancelledBy()).contains(barrier.id());
    }

    @Test
    void letsAReceiptStandWhenALateAttemptComesAfterIt() {
        scene.run("r");
        scene.queued("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(40));
        Barrier certified = scene.now(barrier);
        scene.begin("r/a");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.now(barrier))
                .isEqualTo(certified.withTally(certified.tally().plusLateAttempt()));
    }

    @Test
    void supersedesAReceiptThatALateSuccessContradicts() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");

        scene.deployment.commit("r/a");
        scene.finish("r/a", Attempt.Outcome.SUCCEEDED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.SETTLING);
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.UNVERIFIED);
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLING);
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier))
                .containsExactly("stopped_and_quiet", "stopped_and_quiet");
        assertThat(scene.ledger.story(barrier.tree()))
                .containsSubsequence(
                        EventType.RECEIPT_ISSUED,
                        EventType.LATE_RESULT,
                        EventType.RECEIPT_CONTRADICTED,
                        EventType.RECEIPT_ISSUED);
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
    }

    /** A worker that was told to end says so, often after the receipt; that contradicts nothing. */
    @Test
    void letsAReceiptStandWhenALateResultAgreesWithIt() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(31));
        Barrier certified = scene.now(barrier);

        scene.finish("r/a", Attempt.Outcome.CANCELLED);
        assertThat(scene.now(barrier)).isEqualTo(certified);
        assertThat(scene.ledger.story(barrier.tree()))
                .doesNotContain(EventType.RECEIPT_CONTRADICTED);
        assertThat(scene.operation("r/a").attempt().orElseThrow().result()).isPresent();
    }

    @Test
    void restartsTheQuietPeriodWithALateResult() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(20));
        scene.finish("r/a", Attempt.Outcome.CANCELLED);
        scene.node.workFor(Duration.ofSeconds(20));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofSeconds(11));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
    }

    @Test
    void looksOnWithoutNewRevisionsWhenAResultLeavesTheOutcomeUnknown() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(61));
        scene.finish("r/a", Attempt.Outcome.FAILED);
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.FAILED);
    }
}
