package dev.quietus.core.barrier;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation.JobState;
import dev.quietus.core.settlement.TestingProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole stops, driven to their receipts as production drives them. */
class BarrierEngineTest {
    private static final Duration QUIET = Duration.ofSeconds(30);

    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void certifiesARunWithoutWorkAfterTheQuietPeriodOfThePolicy() {
        scene.run("r");
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(barrier.state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofMillis(1_900));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofMillis(200));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLED);
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
    }

    @Test
    void settlesACleanCancelAndLooksOnceMoreAfterTheQuietPeriod() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(barrier.state()).isEqualTo(BarrierState.QUIET);
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.CANCELLED_WITHOUT_EFFECT);
        assertThat(scene.deployment.calls()).containsExactly("cancel r/a", "observe r/a");

        scene.node.workFor(QUIET.plusSeconds(1));
        assertThat(scene.deployment.calls())
                .containsExactly("cancel r/a", "observe r/a", "observe r/a");
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.operation("r/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_DURING_EXECUTION);
        assertThat(scene.ledger.story(barrier.tree()))
                .containsSubsequence(
                        EventType.STOP_REQUESTED,
                        EventType.IN_FLIGHT_CAPTURED,
                        EventType.CANCEL_REQUESTED,
                        EventType.CANCEL_ANSWERED,
                        EventType.EFFECT_OBSERVED,
                        EventType.OPERATION_SETTLED,
                        EventType.EFFECT_OBSERVED,
                        EventType.RECEIPT_ISSUED);
    }

    @Test
    void recordsTheRequestBeforeTheCallAndTheAnswerAfterIt() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.whileCancelling(call -> {
            assertThat(scene.ledger.story(scene.found("r").tree()))
                    .contains(EventType.CANCEL_REQUESTED)
                    .doesNotContain(EventType.CANCEL_ANSWERED);
        });
        scene.stopAndSettle("r");
        assertThat(scene.deployment.cancels()).isEqualTo(1);
    }

    @Test
    void verifiesAnEffectThatIsCommittedWhileItIsAskedToCancel() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.whileCancelling(call -> scene.deployment.commit("r/a"));
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        scene.node.workFor(QUIET.plusSeconds(1));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.operation("r/a").effectId()).contains("reservation-1");
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SUCCEEDED);
    }

    @Test
    void saysIncompleteWhileTheStatusIsUnavailableAndQuietAfterItIsBack() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(59));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.SETTLING);
        scene.node.workFor(Duration.ofSeconds(2));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.INCOMPLETE);
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").settlement())
                .isInstanceOfSatisfying(Settlement.Unknown.class, unknown -> {
                    assertThat(unknown.heldBy()).isEqualTo("team-deploys");
                    assertThat(unknown.why()).contains("HTTP 503");
                });
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLING);

        scene.node.workFor(Duration.ofMinutes(10));
        assertThat(scene.decisions(barrier)).as("no endless revisions").hasSize(1);
        scene.deployment.heals();
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.CANCELLED_WITHOUT_EFFECT);
        scene.node.workFor(QUIET);
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void neverCallsAJobCancelledThatItsProviderNeverSaw() {
        scene.run("r");
        scene.running("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").heldUnknown()).isTrue();
    }

    @Test
    void certifiesOnceTheWorkerSaysThatItNeverSent() {
        scene.run("r");
        scene.running("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(61));
        scene.heartbeat("r/a", Attempt.Sent.NOT_SENT, "");
        scene.node.workFor(Duration.ofSeconds(90));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void waitsTheLongestQuietPeriodInvolvedAndNeverLessThanAsked() {
        scene.run("r");
        scene.providers.add(new TestingProvider("mail")
                .periods(Duration.ofSeconds(50), Duration.ofSeconds(60), Duration.ofSeconds(60)));
        scene.queued("r/a", Wanted.call("mail.send"));
        scene.queued("r/b");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(49));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofSeconds(2));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);

        scene.run("s");
        Barrier asked = scene.stop(
                "s",
                new Selector.Everything(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(90)));
        scene.node.workFor(Duration.ofSeconds(89));
        assertThat(scene.now(asked).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofSeconds(2));
        assertThat(scene.now(asked).state()).isEqualTo(BarrierState.CERTIFIED);
    }

    @Test
    void lightsTheLampOfGenerationWhenTheLastModelRequestHasEnded() {
        scene.run("r");
        scene.running(
                "r/m",
                Wanted.call("model.messages").kind(OperationKind.MODEL_REQUEST).effectFree());
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(barrier.lamps().generationStopped()).isEmpty();
        assertThat(scene.signals).contains(barrier.id());
        scene.ledger.advance(Duration.ofSeconds(3));
        scene.finish("r/m", Attempt.Outcome.CANCELLED);
        scene.node.work();
        assertThat(scene.now(barrier).lamps().generationStopped().orElseThrow()).isAfter(at(3));
        scene.node.workFor(Duration.ofSeconds(3));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
    }

    @Test
    void showsTheJobEndedInsteadOfACancel() {
        scene.run("r");
        scene.deployment.can(false, true).declares(true, false, false);
        scene.running("r/a");
        scene.deployment.shows(
                TestingProvider.absent(JobState.SEEN), TestingProvider.absent(JobState.ENDED));
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        scene.node.workFor(Duration.ofSeconds(1));
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.CANCELLED_WITHOUT_EFFECT);
        assertThat(scene.deployment.cancels()).isZero();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
    }

    @Test
    void asksARefusingProviderOncePerClaimAndAnAcceptingOneOnce() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment
                .answersCancel(new CancelAnswer.Refused("HTTP 404"))
                .shows(TestingProvider.notKnown(), TestingProvider.notKnown());
        scene.stopAndSettle("r");
        assertThat(scene.deployment.cancels()).isEqualTo(1);
        scene.node.workFor(Duration.ofSeconds(10));
        assertThat(scene.deployment.cancels()).isEqualTo(2);
    }

    @Test
    void tellsNobodyTwiceInTheOrdinaryCourse() {
        scene.run("r");
        Barrier barrier = scene.stopAndSettle("r");
        scene.node.workFor(Duration.ofSeconds(10));
        assertThat(scene.signals.stream().filter(barrier.id()::equals)).hasSize(1);
        assertThat(List.of(barrier.lamps().dispatchStopped())).containsExactly(at(0));
    }
}
