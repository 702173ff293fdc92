package dev.quietus.core.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.ledger.LedgerInvariants;
import dev.quietus.core.ledger.TestingLedger.Crash;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.settlement.CancelAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever dies at any write, another goes on from the record (S7). */
class CrashTest {
    @RegisterExtension
    final Scene scene = new Scene();

    /** A parent and a child with work of every sort, stopped. */
    private static Barrier stopped(Scene world) {
        world.run("p");
        world.child("c", "p");
        world.queued("p/queued");
        world.queued("c/timer", Wanted.preview().kind(OperationKind.TIMER));
        world.retrying("c/retry", Wanted.preview(), Duration.ofSeconds(5));
        world.sent("c/sent");
        world.sent("p/done");
        world.deployment.commit("p/done");
        world.running("p/model", Wanted.call("model.ask").effectFree());
        world.finish("p/model", dev.quietus.core.operation.Attempt.Outcome.CANCELLED);
        return world.stop("p");
    }

    /** Lets the node die at the nth write, and another carry on; false when there was none. */
    private static boolean diesAt(long nth, boolean before) {
        Scene world = new Scene();
        Barrier barrier = stopped(world);
        if (before) {
            world.ledger.crashBefore(nth);
        } else {
            world.ledger.crashAfter(nth);
        }
        boolean died = false;
        for (int i = 0; i < 3; i++) {
            try {
                world.node.workFor(Duration.ofSeconds(70));
            } catch (Crash crash) {
                died = true;
                LedgerInvariants.check(world.ledger);
            }
        }
        assertThat(world.decisions(barrier))
                .as("crash at write %s", nth)
                .containsExactly("stopped_and_quiet");
        assertThat(world.now(barrier).tally()).isEqualTo(new Tally(1, 1, 1, 1, 0, 0));
        assertThat(world.outcomes(barrier))
                .extracting(
                        Outcomes::completedAndVerified,
                        Outcomes::cancelledWithoutEffect,
                        Outcomes::endedNoEffectExpected,
                        Outcomes::unknown)
                .containsExactly(1L, 2L, 0L, 0L);
        LedgerInvariants.check(world.ledger);
        return died;
    }

    @Test
    void anotherNodeFinishesWhateverWriteTheFirstDiesBefore() {
        long nth = 1;
        while (diesAt(nth, true)) {
            nth++;
        }
        assertThat(nth).isGreaterThan(20);
    }

    @Test
    void anotherNodeFinishesWhateverWriteTheFirstDiesAfter() {
        long nth = 1;
        while (diesAt(nth, false)) {
            nth++;
        }
        assertThat(nth).isGreaterThan(20);
    }

    @Test
    void aPausedNodeWritesNothingUnderItsOldClaim() {
        Barrier barrier = stopped(scene);
        Fence old = scene.node.claim().orElseThrow();
        scene.deployment.whileCancelling(call -> {
            scene.deployment.whileCancelling(again -> {});
            scene.ledger.advance(Duration.ofSeconds(31));
            scene.node.workFor(Duration.ofSeconds(45));
            assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        });
        scene.deployment.answersCancel(new CancelAnswer.Accepted("HTTP 202"));
        while (scene.deployment.cancels() == 0) {
            scene.engine.step(old);
        }
        var certified = scene.ledger.operations();
        assertThat(scene.engine.step(old)).isEqualTo(new BarrierEngine.Lost());
        assertThat(scene.ledger.operations()).isEqualTo(certified);
        assertThat(scene.now(barrier).claim().number()).isGreaterThan(old.claim());
        assertThat(scene.decisions(barrier)).hasSize(1);
    }

    @Test
    void everyStepOfEveryStateIsRefusedUnderAnOldClaim() {
        Barrier barrier = stopped(scene);
        for (int i = 0; i < 60 && scene.now(barrier).state().open(); i++) {
            Fence old = new Fence(barrier.id(), scene.now(barrier).claim().number() - 1);
            var before = scene.now(barrier);
            assertThat(scene.engine.step(old)).isEqualTo(new BarrierEngine.Lost());
            assertThat(scene.ledger.write(new ClaimBarrier.Release(old, before.requestedAt())))
                    .isFalse();
            assertThat(scene.now(barrier)).isEqualTo(before);
            if (scene.node.step().isEmpty()) {
                scene.ledger.advance(Duration.ofSeconds(2));
            }
            scene.ledger.advance(Duration.ofMillis(1));
        }
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
    }
}
