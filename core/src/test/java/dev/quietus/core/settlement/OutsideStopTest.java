package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
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
        scene.ledger.write(new GiveUp(
                Optional.empty(), key("r/a"), "team-deploys", "slow", Optional.empty()));
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
}
