package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.settlement.Observation.JobState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is looked for without a stop: silent workers, and results to be verified. */
class OutsideStopTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private Settlement.Settled settled() {
        return (Settlement.Settled) scene.operation("r/a").settlement();
    }

    @Test
    void outsideAStopAbsenceSettlesOnlyAfterTheQuietPeriodAndIsConfirmedThen() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.FAILED);
        scene.node.keepHouse();
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        scene.ledger.advance(Duration.ofSeconds(30));
        scene.node.keepHouse();
        assertThat(settled())
                .isEqualTo(new Settlement.Settled(
                        SettledState.CANCELLED_WITHOUT_EFFECT,
                        at(30),
                        "provider:deployment",
                        "no reservation",
                        Optional.of(at(30))));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.FAILED);
    }

    @Test
    void outsideAStopPresenceSettlesAtOnceAndASpentBudgetIsUnknown() {
        scene.run("r");
        scene.running("r/a");
        scene.running("r/b");
        scene.finish("r/a", Outcome.SUCCEEDED);
        scene.finish("r/b", Outcome.SUCCEEDED);
        scene.deployment.commit("r/a");
        for (int i = 0; i < 14; i++) {
            scene.node.keepHouse();
            scene.ledger.advance(Duration.ofSeconds(5));
        }
        assertThat(settled().state()).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        assertThat(scene.operation("r/b").settlement())
                .isInstanceOfSatisfying(Settlement.Unknown.class, unknown -> {
                    assertThat(unknown.heldBy()).isEqualTo("team-deploys");
                    assertThat(unknown.since()).isEqualTo(at(60));
                });
        assertThat(scene.ledger.story(scene.found("r").tree()))
                .as("no recovery outside a stop")
                .doesNotContain(EventType.RECOVERY_OPENED);
    }

    /** A stopped agent's tool held its barrier open for a minute so. */
    @Test
    void whereNobodyIsLeftWhoCouldKnowMoreTheBudgetIsNotWaitedFor() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.CANCELLED);
        scene.deployment.shows(new Observation.NotKnown(0, "it was not reported", true));
        Barrier barrier = scene.stop("r");

        scene.node.work();

        assertThat(scene.operation("r/a").settlement())
                .isInstanceOfSatisfying(Settlement.Unknown.class, unknown -> {
                    assertThat(unknown.since()).isBefore(at(1));
                    assertThat(unknown.why()).contains("it was not reported (1 try)");
                });
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        scene.deployment.commit("r/a");
        scene.node.workFor(Duration.ofMinutes(2));
        assertThat(settled().state())
                .as("it is looked at on, slowly")
                .isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
    }

    /** The drill lost its budget so: the process died between the stop and the first sweep. */
    @Test
    void whatWasGivenUpBeforeAStopGetsTheStopsOwnBudgetAndIsAskedToCancel() {
        scene.run("r");
        scene.sent("r/a");
        scene.finish("r/a", Outcome.CANCELLED);
        while (!scene.operation("r/a").heldUnknown()) {
            scene.node.keepHouse();
            scene.ledger.advance(Duration.ofSeconds(5));
        }
        Barrier barrier = scene.stop("r");
        scene.node.work();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        assertThat(scene.decisions(barrier)).isEmpty();
        assertThat(scene.deployment.cancels()).isEqualTo(1);
        scene.deployment.commit("r/a");
        scene.node.workFor(Duration.ofSeconds(60));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
    }

    @Test
    void whatWasGivenUpBeforeAStopIsIncompleteOnlyWhenTheStopsBudgetIsSpentToo() {
        scene.run("r");
        scene.sent("r/a");
        scene.finish("r/a", Outcome.CANCELLED);
        scene.deployment.breaks();
        while (!scene.operation("r/a").heldUnknown()) {
            scene.node.keepHouse();
            scene.ledger.advance(Duration.ofSeconds(5));
        }
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(59));
        assertThat(scene.decisions(barrier)).isEmpty();
        scene.node.workFor(Duration.ofSeconds(2));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
    }

    @Test
    void aSlowLookFromBeforeTheStopDoesNotGiveUpWhatABarrierHasTakenIn() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.work();
        scene.ledger.write(
                new GiveUp(Optional.empty(), key("r/a"), "team-deploys", "slow", Optional.empty()));
        assertThat(scene.operation("r/a").heldUnknown()).isFalse();
        assertThat(scene.decisions(barrier)).isEmpty();
    }

    /** Who read the operation before the stop must not send it to rest under the barrier (L2). */
    @Test
    void housekeepingThatComesLateLeavesABarriersWorkAlone() {
        scene.run("r");
        scene.running("r/a", Wanted.call("local.do"));
        scene.finish("r/a", Outcome.FAILED);
        Operation read = scene.operation("r/a");
        Barrier barrier = scene.stop("r");
        while (scene.inFlight(barrier).isEmpty()) {
            scene.node.step();
            scene.ledger.advance(Duration.ofMillis(1));
        }
        scene.settler.settleOutsideStop(read);
        assertThat(scene.operation("r/a").looking().nextAt()).isPresent();
        scene.node.work();
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
    }

    /** The job was seen to end; what it committed last may still be on its way into sight. */
    @Test
    void aJobThatIsSeenToEndIsLookedAtAgainAfterTheQuietPeriod() {
        scene.deployment.declares(true, false, false);
        scene.run("r");
        scene.running("r/a");
        scene.ledger.advance(Duration.ofMinutes(10));
        scene.deployment.alwaysShows(TestingProvider.absent(Observation.JobState.ENDED));
        scene.node.keepHouse();
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        scene.ledger.advance(Duration.ofSeconds(29));
        scene.node.keepHouse();
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        scene.ledger.advance(Duration.ofSeconds(5));
        scene.node.keepHouse();
        assertThat(settled().confirmedAt()).contains(at(634));
    }

    /** The simulation found it: the end of the first attempt's job was taken for the second's. */
    @Test
    void aSlowLookAtOneAttemptSaysNothingOfTheNext() {
        scene.run("r");
        scene.sent("r/a");
        Operation first = scene.operation("r/a");
        scene.ledger.write(new FinishOperation(
                first.key(),
                1,
                first.attempt().orElseThrow().worker(),
                Requests.report(Outcome.FAILED, Attempt.ReportedEffect.NOT_REPORTED),
                Optional.of(new FinishOperation.Retry(Duration.ZERO, 3))));
        scene.deployment.alwaysShows(TestingProvider.absent(JobState.ENDED));
        scene.deployment.whileObserving(call -> scene.begin("r/a", "worker-2", "request-2"));
        scene.settler.settleOutsideStop(scene.operation("r/a"));
        Operation second = scene.operation("r/a");
        assertThat(second.attempts()).isEqualTo(2);
        assertThat(second.looking()).isEqualTo(Looking.NOT_YET);
    }

    /**
     * The simulation found it: the second attempt's job became known, and the first's end counted.
     */
    @Test
    void theEndOfAnEarlierAttemptsJobNeverCountsForALaterOne() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        scene.begin("r/a", "worker-2", "request-2");
        scene.deployment.usuallyAnswersCancel(new CancelAnswer.AlreadyEnded("HTTP 410"));
        scene.deployment.alwaysShows(TestingProvider.absent(JobState.ENDED));
        scene.stop("r");
        scene.node.work();
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        assertThat(scene.operation("r/a").looking().jobEndedAt()).isEmpty();
        scene.deployment.usuallyAnswersCancel(new CancelAnswer.Refused("HTTP 409"));
        scene.deployment.alwaysShows(TestingProvider.absent(JobState.SEEN));
        scene.ledger.write(new Heartbeat(
                key("r/a"), 2, new WorkerId("worker-2"), Attempt.Sent.SENT, Optional.of("job-2")));
        scene.node.work();
        assertThat(scene.operation("r/a").unsettled()).isTrue();
        scene.node.workFor(Duration.ofSeconds(70));
    }

    /**
     * The simulation found it: the look was begun before the stop, the effect came before it too.
     */
    @Test
    void aLookFromBeforeTheStopProvesNothingOfAServiceThatFences() {
        scene.deployment.declares(false, false, true);
        scene.run("r");
        scene.running("r/a");
        scene.ledger.advance(Duration.ofMinutes(5));
        scene.ledger.write(new ReapSilentWorkers(10));
        scene.deployment.whileObserving(call -> scene.stop("r"));
        scene.settler.settleOutsideStop(scene.operation("r/a"));
        assertThat(scene.operation("r/a").unsettled()).isTrue();
    }
}
