package dev.quietus.core.receipt;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.Invariant;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.QuietRule;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.SettleByHand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CertifyBarrierTest {
    private static final ScopeCounts NOTHING = new ScopeCounts(0, 0, 0, 0, 0, 0);
    private static final Outcomes SETTLED = new Outcomes(1, 2, 3, 0, 0, Optional.of(at(1)));

    @RegisterExtension
    final Scene scene = new Scene();

    private CertifyBarrier.Answer certify(Fence fence) {
        return scene.ledger.write(new CertifyBarrier(
                fence,
                scene.providers,
                new QuietRule(scene.providers, Policy.DEFAULT),
                scene.signer));
    }

    private StopReceipt.Facts facts(ScopeCounts counts, Outcomes outcomes, Instant verifiedAt) {
        Barrier barrier = scene.ledger.barriers().isEmpty()
                ? stopped()
                : scene.ledger.barriers().getFirst();
        return new StopReceipt.Facts(
                barrier,
                scene.found("r"),
                counts,
                outcomes,
                List.of(),
                List.of(),
                Duration.ofSeconds(30),
                verifiedAt,
                ChainHead.EMPTY);
    }

    private Barrier stopped() {
        scene.run("r");
        return scene.stop("r");
    }

    @Test
    void stoppedAndQuietCantBeSaidWhileAnythingIsLeft() {
        assertThat(new StopReceipt.StoppedAndQuiet(facts(NOTHING, SETTLED, at(30))).decision())
                .isEqualTo("stopped_and_quiet");
        for (ScopeCounts left : List.of(
                new ScopeCounts(1, 0, 0, 0, 0, 0),
                new ScopeCounts(0, 1, 0, 0, 0, 0),
                new ScopeCounts(0, 0, 1, 0, 0, 0),
                new ScopeCounts(0, 0, 0, 1, 0, 0),
                new ScopeCounts(0, 0, 0, 0, 0, 1))) {
            assertThatThrownBy(() -> new StopReceipt.StoppedAndQuiet(facts(left, SETTLED, at(30))))
                    .isInstanceOf(Invariant.Violated.class);
        }
        for (Outcomes left : List.of(
                new Outcomes(0, 0, 0, 1, 0, Optional.empty()),
                new Outcomes(0, 0, 0, 0, 1, Optional.empty()))) {
            assertThatThrownBy(() -> new StopReceipt.StoppedAndQuiet(facts(NOTHING, left, at(30))))
                    .isInstanceOf(Invariant.Violated.class);
        }
        assertThatThrownBy(() -> new StopReceipt.StoppedAndQuiet(
                        facts(NOTHING, SETTLED, at(30).minusMillis(1))))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessageContaining("quiet only at");
    }

    @Test
    void stopIncompleteCantBeSaidWithoutANameOnAnUnknown() {
        Outcomes unknown = new Outcomes(0, 0, 0, 1, 0, Optional.empty());
        assertThatThrownBy(() -> new StopReceipt.StopIncomplete(facts(NOTHING, unknown, at(30))))
                .isInstanceOf(Invariant.Violated.class);
        assertThatThrownBy(() -> new StopReceipt.StopIncomplete(facts(NOTHING, SETTLED, at(30))))
                .isInstanceOf(Invariant.Violated.class);
        assertThatThrownBy(() -> new StopReceipt.Reconciliation("r/a", "r", "a", " ", "why", at(0)))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessage("the unknown of r/a has no name on it");
    }

    @Test
    void issuesNothingBeforeTheQuietPeriodOrTheConfirmationIsOver() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.work();
        Instant quietAt = scene.now(barrier).lastActivityAt().plusSeconds(30);
        scene.ledger.advanceTo(quietAt.minusMillis(1));
        scene.ledger.write(records -> {
            records.update(scene.now(barrier).nextStepAt(records.now()));
            return true;
        });
        Fence fence = scene.node.claim().orElseThrow();
        assertThat(certify(fence)).isEqualTo(CertifyBarrier.Answer.NOT_YET);
        scene.ledger.advance(Duration.ofMillis(1));
        assertThat(certify(fence)).as("not confirmed").isEqualTo(CertifyBarrier.Answer.NOT_YET);
        scene.engine.step(fence);
        assertThat(certify(new Fence(barrier.id(), 0))).isEqualTo(CertifyBarrier.Answer.LOST);
        assertThat(certify(fence)).isEqualTo(CertifyBarrier.Answer.ISSUED);
        assertThat(certify(fence)).as("once").isEqualTo(CertifyBarrier.Answer.NOT_YET);
        assertThat(scene.found("r").state()).isEqualTo(RunState.CANCELLED);
        assertThat(scene.found("r").endedAt()).contains(quietAt);
    }

    @Test
    void issuesNothingWhileTheStopIsUnderWay() {
        stopped();
        Fence fence = scene.node.claim().orElseThrow();
        for (BarrierState state : List.of(
                BarrierState.REQUESTED,
                BarrierState.SWEEPING,
                BarrierState.SIGNALLING,
                BarrierState.SETTLING)) {
            while (scene.ledger.barriers().getFirst().state() == state) {
                assertThat(certify(fence)).isEqualTo(CertifyBarrier.Answer.NOT_YET);
                scene.engine.step(fence);
            }
        }
        assertThat(scene.ledger.receipts(fence.barrier())).isEmpty();
    }

    /**
     * Late work of the scope sends the barrier back instead of keeping its engine busy for ever.
     */
    @Test
    void whatAppearsInTheScopeDuringQuietSendsItBack() {
        Barrier barrier = stopped();
        scene.node.work();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
        scene.ledger.write(records -> {
            dev.quietus.core.run.Run late = new dev.quietus.core.run.Run(
                    barrier.tree(),
                    new dev.quietus.core.run.RunId("late"),
                    Optional.of(barrier.run()),
                    Optional.of(barrier.run()),
                    Optional.empty(),
                    "ann",
                    java.util.Map.of(),
                    Optional.empty(),
                    "digest",
                    records.now(),
                    RunState.RUNNING,
                    scene.found("r").lease().until(at(60)),
                    1,
                    List.of(),
                    Optional.empty());
            records.insert(late.withLease(dev.quietus.core.run.Lease.granted(
                    late.lease().id(), late.lease().capabilities(), at(60))));
            return true;
        });
        scene.node.workFor(Duration.ofSeconds(10));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.found("late").state()).isEqualTo(RunState.CANCELLED);
        assertThat(scene.now(barrier).tally().descendantLeasesRevoked()).isEqualTo(1);
    }

    @Test
    void namesTheUnknownsThatStandBehindTheLastListedEntry() {
        scene.run("r");
        scene.running("r/last", Wanted.call("local.do"));
        Operation template = scene.sent("r/t");
        scene.ledger.runOnce();
        Barrier barrier = scene.stop("r");
        scene.ledger.write(records -> {
            for (int i = 0; i < StopReceipt.Facts.MAX_LISTED; i++) {
                Operation settled = settledLike(template, "n" + i);
                records.insert(settled);
                records.capture(barrier.id(), settled);
            }
            return true;
        });
        scene.node.work();
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        assertThat(TestingSigner.payload(scene.receipt(barrier).envelope()))
                .contains("\"reconciliation\":[{\"held_by\":\"owner-of-r\","
                        + "\"operation_id\":\"last\"");
        scene.ledger.forget();
    }

    private static Operation settledLike(Operation template, String id) {
        return new Operation(
                template.tree(),
                OperationKey.of("r", id),
                template.work(),
                template.epoch(),
                template.acceptedAt(),
                ExecutionState.SUCCEEDED,
                EffectState.VERIFIED_PRESENT,
                template.availableAt(),
                template.approvedBy(),
                template.attempt(),
                template.maxAttempts(),
                template.cancelledBy(),
                template.cancelRequest(),
                new Settlement.Settled(
                        SettledState.COMPLETED_AND_VERIFIED,
                        at(0),
                        "provider:deployment",
                        "there",
                        Optional.empty()),
                template.looking().rest(),
                template.effectId(),
                template.recovery());
    }

    @Test
    void aPersonsAbsenceNeedsNoConfirmation() {
        scene.run("r");
        scene.running("r/a", Wanted.call("local.do"));
        Barrier barrier = scene.stop("r");
        scene.node.work();
        scene.ledger.write(new SettleByHand(
                key("r/a"),
                SettledState.CANCELLED_WITHOUT_EFFECT,
                "no file there",
                "operator:thomas",
                scene.providers));
        scene.node.workFor(Duration.ofSeconds(5));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void countsWhatItHasTakenInByOutcome() {
        scene.run("r");
        scene.sent("r/a");
        scene.sent("r/b");
        scene.running("r/c", Wanted.call("model.ask").effectFree());
        scene.running("r/d", Wanted.call("local.do"));
        scene.deployment.commit("r/b");
        Barrier barrier = scene.stop("r");
        scene.node.work();
        scene.finish("r/c", Outcome.CANCELLED);
        scene.node.work();
        assertThat(scene.outcomes(barrier))
                .extracting(
                        Outcomes::completedAndVerified,
                        Outcomes::cancelledWithoutEffect,
                        Outcomes::endedNoEffectExpected,
                        Outcomes::unknown,
                        Outcomes::settled)
                .containsExactly(1L, 1L, 1L, 1L, 3L);
    }
}
