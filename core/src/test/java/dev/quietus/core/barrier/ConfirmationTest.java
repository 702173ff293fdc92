package dev.quietus.core.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The look after the quiet period (PROTOCOL.md section 3, step 5). */
class ConfirmationTest {
    private static final Duration QUIET = Duration.ofSeconds(30);

    @RegisterExtension
    final Scene scene = new Scene();

    private SettledState settled(String key) {
        return ((Settlement.Settled) scene.operation(key).settlement()).state();
    }

    private Barrier stopAndSettle(String run) {
        Barrier barrier = scene.stop(run);
        scene.node.work();
        return scene.now(barrier);
    }

    @Test
    void catchesAnEffectThatAppearsWithinTheQuietPeriod() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = stopAndSettle("r");
        assertThat(settled("r/a")).isEqualTo(SettledState.CANCELLED_WITHOUT_EFFECT);
        scene.ledger.advance(Duration.ofSeconds(20));
        scene.deployment.commit("r/a");

        scene.node.workFor(Duration.ofSeconds(11));
        assertThat(settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        assertThat(scene.now(barrier).lamps().effectsSettled().orElseThrow())
                .as("the lamp went out and came on again")
                .isAfterOrEqualTo(scene.outcomes(barrier).lastSettledAt().orElseThrow());
        scene.node.workFor(QUIET);
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(settled("r/a")).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
    }

    @Test
    void goesBackWhenTheEffectCantBeLookedAtAfterTheQuietPeriod() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = stopAndSettle("r");
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
        Barrier barrier = stopAndSettle("r");
        scene.providers.forgetAll();
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(scene.operation("r/a").settlement())
                .isInstanceOfSatisfying(
                        Settlement.Unknown.class,
                        unknown -> assertThat(unknown.heldBy()).isEqualTo("owner-of-r"));
    }
}
