package dev.quietus.core.barrier;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClaimBarrierTest {
    private static final Duration HOLD = Duration.ofSeconds(30);

    @RegisterExtension
    final Scene scene = new Scene();

    private Optional<Fence> claim() {
        return scene.ledger.write(new ClaimBarrier(HOLD));
    }

    private Optional<Instant> nextStep() {
        return scene.ledger.read(records -> records.nextBarrierStep());
    }

    @Test
    void oneNodeAtATimeHoldsABarrier() {
        scene.run("r");
        Barrier barrier = scene.stop("r");
        assertThat(claim()).contains(new Fence(barrier.id(), 1));
        assertThat(claim()).isEmpty();
        assertThat(nextStep()).contains(at(30));
        assertThat(scene.now(barrier).asker()).isEqualTo("stop-r-01#1");
        scene.ledger.advance(HOLD);
        assertThat(claim()).contains(new Fence(barrier.id(), 2));
    }

    @Test
    void aClaimIsKeptByItsHolderOnly() {
        scene.run("r");
        Barrier barrier = scene.stop("r");
        Fence first = claim().orElseThrow();
        scene.ledger.advance(Duration.ofSeconds(20));
        assertThat(scene.ledger.write(new ClaimBarrier.Renew(first, HOLD))).isTrue();
        assertThat(scene.now(barrier).claim()).isEqualTo(new Barrier.Claim(1, at(50)));
        scene.ledger.advance(HOLD);
        claim();
        assertThat(scene.ledger.write(new ClaimBarrier.Renew(first, HOLD))).isFalse();
        assertThat(scene.ledger.write(new ClaimBarrier.Release(first, at(0)))).isFalse();
    }

    @Test
    void theClaimsOfAProcessThatIsGoneAreTakenBackAndStayFenced() {
        scene.run("r");
        scene.run("s");
        Barrier barrier = scene.stop("r");
        Fence first = claim().orElseThrow();
        assertThat(scene.ledger.write(new ClaimBarrier.TakeBack(10))).isEqualTo(1);
        assertThat(claim()).contains(new Fence(barrier.id(), 2));
        assertThat(scene.ledger.write(new ClaimBarrier.Renew(first, HOLD))).isFalse();
        scene.stop("s");
        claim();
        assertThat(scene.ledger.write(new ClaimBarrier.TakeBack(1))).isEqualTo(1);
        assertThat(scene.ledger.write(new ClaimBarrier.TakeBack(10))).isEqualTo(1);
        assertThat(scene.ledger.write(new ClaimBarrier.TakeBack(10))).isZero();
    }

    @Test
    void aReleasedBarrierIsDueWhenItsStepSaidSo() {
        scene.run("r");
        Barrier barrier = scene.stop("r");
        Fence fence = claim().orElseThrow();
        scene.ledger.advance(Duration.ofSeconds(1));
        scene.ledger.write(new ClaimBarrier.Release(fence, at(9)));
        assertThat(claim()).isEmpty();
        assertThat(nextStep()).contains(at(9));
        scene.ledger.advance(Duration.ofSeconds(8));
        assertThat(claim()).contains(new Fence(barrier.id(), 2));
    }

    /** The fact comes after the step has read the record and before the claim is given back. */
    @Test
    void aFactThatComesDuringAStepIsNotSleptOver() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        scene.stop("r");
        scene.node.work();
        scene.ledger.advanceTo(nextStep().orElseThrow());
        Fence fence = claim().orElseThrow();
        BarrierEngine.Next next = scene.engine.step(fence);
        while (next instanceof BarrierEngine.Now) {
            next = scene.engine.step(fence);
        }
        Instant rest = ((BarrierEngine.At) next).at();
        scene.ledger.advance(Duration.ofMillis(1));
        scene.finish("r/a", Outcome.FAILED);
        scene.ledger.write(new ClaimBarrier.Release(fence, rest));
        assertThat(nextStep().orElseThrow()).isBeforeOrEqualTo(scene.ledger.now());
        assertThat(claim()).isPresent();
    }

    /**
     * A fact is stamped when its transaction runs. The step began behind that and did not see it,
     * because it was committed later: the barrier slept for a minute over the end of its last work.
     */
    @Test
    void aFactThatIsStampedBeforeTheStepAndCommittedBehindItIsNotSleptOver() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        scene.stop("r");
        scene.node.work();
        scene.ledger.advanceTo(nextStep().orElseThrow());
        Fence fence = claim().orElseThrow();
        scene.finish("r/a", Outcome.FAILED);
        scene.ledger.advance(Duration.ofMillis(5));
        scene.ledger.write(new ClaimBarrier.Release(fence, scene.ledger.now().plusSeconds(60)));
        assertThat(claim()).isPresent();
    }

    /** Its time is the mark that says that nothing came in. */
    @Test
    void aFactAtTheVeryEndOfTheClaimIsNotSleptOver() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        scene.stop("r");
        scene.node.work();
        scene.ledger.advanceTo(nextStep().orElseThrow());
        Fence fence = claim().orElseThrow();
        scene.ledger.advance(HOLD);
        scene.finish("r/a", Outcome.FAILED);
        scene.ledger.write(new ClaimBarrier.Renew(fence, HOLD));
        scene.ledger.write(new ClaimBarrier.Release(fence, scene.ledger.now().plusSeconds(60)));
        assertThat(claim()).isPresent();
    }

    @Test
    void aClaimThatWasKeptAndNotDisturbedRestsAsItsStepSaid() {
        scene.run("r");
        scene.stop("r");
        Fence fence = claim().orElseThrow();
        scene.ledger.advance(Duration.ofSeconds(20));
        scene.ledger.write(new ClaimBarrier.Renew(fence, HOLD));
        scene.ledger.write(new ClaimBarrier.Release(fence, at(70)));
        assertThat(nextStep()).contains(at(70));
        assertThat(claim()).isEmpty();
    }

    @Test
    void aFactInTheSameMillisecondIsNotSleptOverEither() {
        scene.run("r");
        scene.sent("r/a");
        scene.stop("r");
        scene.node.work();
        scene.ledger.advance(Duration.ofSeconds(31));
        Fence fence = claim().orElseThrow();
        Instant now = scene.ledger.now();
        scene.heartbeat("r/a", Sent.SENT, "another-job");
        scene.ledger.write(new ClaimBarrier.Release(fence, now.plusSeconds(60)));
        assertThat(claim()).isPresent();
    }

    @Test
    void aCertifiedBarrierIsDueNoMoreUntilAFactReopensIt() {
        scene.run("r");
        scene.sent("r/a");
        scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(nextStep()).isEmpty();
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(nextStep()).contains(scene.ledger.now());
    }

    @Test
    void barriersAreClaimedInTheOrderInWhichTheyAreDue() {
        scene.run("r");
        scene.run("s");
        Barrier first = scene.stop("r");
        scene.ledger.advance(Duration.ofMillis(1));
        Barrier second = scene.stop("s");
        assertThat(claim()).contains(new Fence(first.id(), 1));
        assertThat(claim()).contains(new Fence(second.id(), 1));
    }
}
