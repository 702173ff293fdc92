package dev.quietus.core.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.RecordObservation;
import dev.quietus.core.settlement.TestingProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The look after the quiet period (PROTOCOL.md section 3, step 5). */
class ConfirmationTest {
    private static final Duration QUIET = Duration.ofSeconds(30);

    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void catchesAnEffectThatAppearsWithinTheQuietPeriod() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.CANCELLED_WITHOUT_EFFECT);
        scene.ledger.advance(Duration.ofSeconds(20));
        scene.deployment.commit("r/a");

        scene.node.workFor(Duration.ofSeconds(11));
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        assertThat(scene.now(barrier).lamps().effectsSettled().orElseThrow())
                .as("the lamp went out and came on again")
                .isAfterOrEqualTo(scene.outcomes(barrier).lastSettledAt().orElseThrow());
        scene.node.workFor(QUIET);
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
    }

    @Test
    void goesBackWhenTheEffectCantBeLookedAtAfterTheQuietPeriod() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.deployment.breaks();
        scene.node.workFor(Duration.ofSeconds(89));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.node.workFor(Duration.ofSeconds(3));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.UNKNOWN);
        scene.deployment.heals();
        scene.node.workFor(Duration.ofSeconds(100));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void theOperatorsOwnBudgetBoundsTheLookAfterTheQuietPeriodToo() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop(
                "r",
                new Selector.Everything(),
                Optional.of(Duration.ofSeconds(5)),
                Optional.empty());
        scene.node.work();
        scene.deployment.breaks();
        scene.node.workFor(Duration.ofSeconds(41));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
    }

    @Test
    void givesUpWhatWasSettledByAProviderThatIsNotDeclaredAnyMore() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stopAndSettle("r");
        scene.providers.forgetAll();
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").settlement())
                .isInstanceOfSatisfying(
                        Settlement.Unknown.class,
                        unknown -> assertThat(unknown.heldBy()).isEqualTo("owner-of-r"));
    }

    /** The simulation found it: the second receipt came before the quiet period was over. */
    @Test
    void whatAnotherStopHasSettledIsQuietOnlySinceThen() {
        scene.run("r");
        scene.sent("r/a");
        Barrier tool = scene.stop("r", Requests.tools("deployment.*"));
        Fence fence = scene.node.claim().orElseThrow();
        scene.deployment.whileObserving(call -> {
            scene.ledger.advance(Duration.ofSeconds(4));
            scene.stop("r");
            scene.ledger.advance(Duration.ofSeconds(4));
        });
        while (scene.now(tool).state() != BarrierState.QUIET) {
            scene.engine.step(fence);
        }
        Barrier all = scene.ledger.barriers().getLast();
        scene.node.workFor(QUIET.minusSeconds(1));
        assertThat(scene.decisions(all)).isEmpty();
        scene.node.workFor(Duration.ofSeconds(10));
        assertThat(scene.decisions(all)).containsExactly("stopped_and_quiet");
        assertThat(scene.now(all).certifiedAt().orElseThrow())
                .isAfterOrEqualTo(
                        scene.outcomes(all).lastSettledAt().orElseThrow().plus(QUIET));
    }

    /** The simulation found it: the next stop took such an operation for confirmed. */
    @Test
    void aLookThatBeganBeforeTheQuietPeriodConfirmsNothing() {
        scene.run("r");
        scene.sent("r/a");
        scene.stopAndSettle("r");
        Instant settledAt = settlement("r/a").at();
        scene.ledger.write(new RecordObservation(
                Optional.empty(),
                scene.operation("r/a").key(),
                1,
                true,
                scene.deployment.profile(),
                TestingProvider.absent(Observation.JobState.NOT_SHOWN),
                settledAt.plus(QUIET).minusMillis(1),
                Duration.ofSeconds(1)));
        assertThat(settlement("r/a").provisional()).isTrue();
        scene.ledger.write(new RecordObservation(
                Optional.empty(),
                scene.operation("r/a").key(),
                1,
                true,
                scene.deployment.profile(),
                TestingProvider.absent(Observation.JobState.NOT_SHOWN),
                settledAt.plus(QUIET),
                Duration.ofSeconds(1)));
        assertThat(settlement("r/a").provisional()).isFalse();
    }

    private Settlement.Settled settlement(String key) {
        return (Settlement.Settled) scene.operation(key).settlement();
    }
}
