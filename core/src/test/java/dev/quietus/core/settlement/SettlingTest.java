package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.settlement.Observation.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Observations, giving up, and a person's word. */
class SettlingTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private RecordObservation.Answer observe(
            Optional<Fence> fence, Observation observation, Instant begunAt) {
        return scene.ledger.write(new RecordObservation(
                fence,
                key("r/a"),
                scene.operation("r/a").attempts(),
                true,
                scene.deployment.profile(),
                observation,
                begunAt,
                Duration.ofSeconds(5)));
    }

    private Boolean giveUp(Optional<Fence> fence, Optional<Duration> again) {
        return scene.ledger.write(
                new GiveUp(fence, key("r/a"), "team-deploys", "no answer", again));
    }

    private SettleByHand.Answer byHand(String key, SettledState as) {
        return scene.ledger.write(new SettleByHand(
                key(key), as, "looked into the service", "operator:thomas", scene.providers));
    }

    private Settlement.Settled settled() {
        return (Settlement.Settled) scene.operation("r/a").settlement();
    }

    private Fence stoppedAndClaimed() {
        scene.run("r");
        scene.sent("r/a");
        scene.stop("r");
        return scene.node.claim().orElseThrow();
    }

    @Test
    void whatWasCancelledHalfWayIsNotCalledCarriedOutForWhatItLeft() {
        Fence fence = stoppedAndClaimed();
        scene.ledger.write(new FinishOperation(
                key("r/a"),
                1,
                scene.operation("r/a").attempt().orElseThrow().worker(),
                Requests.report(Outcome.CANCELLED, ReportedEffect.PRESENT),
                Optional.empty()));
        scene.ledger.advance(Duration.ofSeconds(1));
        assertThat(observe(Optional.of(fence), TestingProvider.present(), scene.ledger.now()))
                .isEqualTo(RecordObservation.Answer.SETTLED);
        Operation left = scene.operation("r/a");
        assertThat(settled().state()).isEqualTo(SettledState.COMPLETED_AND_VERIFIED);
        assertThat(left.effect()).isEqualTo(EffectState.VERIFIED_PRESENT);
        assertThat(left.execution()).isEqualTo(ExecutionState.CANCELLED_DURING_EXECUTION);
    }

    @Test
    void anOpenLookIsKeptAndRepeated() {
        Fence fence = stoppedAndClaimed();
        scene.ledger.advance(Duration.ofSeconds(1));
        assertThat(observe(Optional.of(fence), TestingProvider.notKnown(), at(0)))
                .isEqualTo(RecordObservation.Answer.OPEN);
        Operation open = scene.operation("r/a");
        assertThat(open.looking().tries()).isEqualTo(1);
        assertThat(open.looking().nextAt()).contains(at(6));
        assertThat(open.looking().last().orElseThrow().word()).isEqualTo("not_known");
        assertThat(open.looking().last().orElseThrow().begunAt()).isEqualTo(at(0));
        assertThat(open.looking().last().orElseThrow().answeredAt()).isEqualTo(at(1));
        scene.node.work();
    }

    @Test
    void anObservationUnderAnOldClaimIsLost() {
        Fence fence = stoppedAndClaimed();
        Operation before = scene.operation("r/a");
        Fence old = new Fence(fence.barrier(), 0);
        assertThat(observe(Optional.of(old), TestingProvider.present(), at(0)))
                .isEqualTo(RecordObservation.Answer.LOST);
        assertThat(giveUp(Optional.of(old), Optional.empty())).isFalse();
        assertThat(scene.operation("r/a")).isEqualTo(before);
        scene.node.work();
    }

    @Test
    void givingUpNamesAPersonAndLooksOnSlowly() {
        Fence fence = stoppedAndClaimed();
        assertThat(giveUp(Optional.of(fence), Optional.of(Duration.ofSeconds(60))))
                .isTrue();
        Operation unknown = scene.operation("r/a");
        assertThat(unknown.settlement())
                .isEqualTo(new Settlement.Unknown("team-deploys", "no answer", at(0)));
        assertThat(unknown.execution()).isEqualTo(ExecutionState.OUTCOME_UNKNOWN);
        assertThat(unknown.effect()).isEqualTo(EffectState.UNKNOWN);
        assertThat(unknown.looking().nextAt()).contains(at(60));
        giveUp(Optional.of(fence), Optional.empty());
        assertThat(scene.operation("r/a")).as("once").isEqualTo(unknown);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new GiveUp(Optional.empty(), key("r/a"), " ", "x", Optional.empty()))
                .withMessage("held_by is empty");
    }

    @Test
    void givingUpNeverTakesAPersonsWordBack() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.FAILED);
        scene.stop("r");
        Fence fence = scene.node.claim().orElseThrow();
        byHand("r/a", SettledState.CANCELLED_WITHOUT_EFFECT);
        Operation byHand = scene.operation("r/a");
        giveUp(Optional.of(fence), Optional.of(Duration.ofSeconds(60)));
        assertThat(scene.operation("r/a")).isEqualTo(byHand);
        scene.ledger.advance(Duration.ofSeconds(31));
        scene.node.workFor(Duration.ofSeconds(60));
    }

    @Test
    void givingUpTakesBackOnlyAnAbsenceThatCouldNotBeConfirmed() {
        scene.run("r");
        scene.sent("r/a");
        Barrier barrier = scene.stop("r");
        scene.node.work();
        scene.ledger.advance(Duration.ofSeconds(30));
        Fence fence = scene.node.claim().orElseThrow();
        assertThat(settled().provisional()).isTrue();
        giveUp(Optional.of(fence), Optional.of(Duration.ofSeconds(60)));
        assertThat(settled().provisional()).as("last seen absent").isTrue();
        observe(Optional.of(fence), TestingProvider.notKnown(), scene.ledger.now());
        giveUp(Optional.empty(), Optional.of(Duration.ofSeconds(60)));
        assertThat(settled().provisional()).as("outside the barrier's claim").isTrue();
        giveUp(Optional.of(fence), Optional.of(Duration.ofSeconds(60)));
        assertThat(scene.operation("r/a").heldUnknown()).isTrue();
        scene.ledger.advance(Duration.ofSeconds(31));
        scene.node.workFor(Duration.ofSeconds(100));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void aConfirmationNeverMovesBack() {
        scene.run("r");
        scene.sent("r/a");
        scene.stop("r");
        scene.node.work();
        scene.ledger.advance(Duration.ofSeconds(31));
        Fence fence = scene.node.claim().orElseThrow();
        observe(Optional.of(fence), TestingProvider.absent(JobState.NOT_SHOWN), at(31));
        observe(Optional.of(fence), TestingProvider.absent(JobState.NOT_SHOWN), at(2));
        assertThat(settled().confirmedAt()).contains(at(31));
        scene.ledger.advance(Duration.ofSeconds(31));
        scene.node.work();
    }

    @Test
    void aPersonSettlesAnUnknownWithEvidence() {
        scene.run("r");
        scene.running("r/a", Wanted.call("local.do"));
        Barrier barrier = scene.stop("r");
        scene.node.work();
        SettleByHand.Answer done = byHand("r/a", SettledState.COMPLETED_AND_VERIFIED);
        assertThat(done).isEqualTo(new SettleByHand.Done(scene.operation("r/a")));
        assertThat(settled())
                .isEqualTo(new Settlement.Settled(
                        SettledState.COMPLETED_AND_VERIFIED,
                        scene.ledger.now(),
                        "operator:thomas",
                        "looked into the service",
                        Optional.empty()));
        assertThat(byHand("r/a", SettledState.COMPLETED_AND_VERIFIED)).isEqualTo(done);
        assertThat(byHand("r/a", SettledState.CANCELLED_WITHOUT_EFFECT))
                .isEqualTo(new SettleByHand.Refused(
                        scene.operation("r/a"),
                        "it is settled as completed_and_verified by operator:thomas"));
        scene.node.workFor(Duration.ofSeconds(5));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void aPersonCantSettleWhatRunsOrNeverBegan() {
        scene.run("r");
        scene.queued("r/q");
        scene.running("r/a");
        assertThat(byHand("r/q", SettledState.COMPLETED_AND_VERIFIED))
                .isEqualTo(new SettleByHand.Refused(
                        scene.operation("r/q"), "it never began, so there is nothing to settle"));
        assertThat(byHand("r/a", SettledState.COMPLETED_AND_VERIFIED))
                .isInstanceOf(SettleByHand.Refused.class);
        assertThat(byHand("r/x", SettledState.COMPLETED_AND_VERIFIED))
                .isEqualTo(new SettleByHand.NoSuchOperation());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> byHand("r/a", SettledState.ENDED_NO_EFFECT_EXPECTED))
                .withMessageContaining("allowed are completed_and_verified");
    }

    @Test
    void everyUnknownHasANameOnIt() {
        Optional<ProviderProfile> profile = Optional.of(scene.deployment.profile());
        assertThat(Holder.of(profile, "ann", Optional.of("operator:thomas")))
                .isEqualTo("team-deploys");
        scene.deployment.people(Optional.empty(), Optional.empty());
        assertThat(Holder.of(
                        Optional.of(scene.deployment.profile()), "ann", Optional.of("operator:x")))
                .isEqualTo("ann");
        assertThat(Holder.of(Optional.empty(), " ", Optional.of("operator:x")))
                .isEqualTo("operator:x");
        assertThat(Holder.of(Optional.empty(), "", Optional.empty())).isEqualTo("unassigned");
    }

    @Test
    void looksComeApartAndNeverLaterThanTheBound() {
        scene.run("r");
        Operation operation = scene.running("r/a");
        assertThat(Policy.DEFAULT.backoff(operation, 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(Policy.DEFAULT.backoff(operation, 0.5)).isEqualTo(Duration.ofMillis(150));
        Operation tried = operation
                .change()
                .looking(new dev.quietus.core.operation.Looking(
                        70,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty()))
                .done();
        assertThat(Policy.DEFAULT.backoff(tried, 0)).isEqualTo(Duration.ofSeconds(5));
        scene.heartbeat("r/a", Sent.SENT, "job");
        assertThat(scene.operation("r/a").call().providerJob()).contains("job");
    }
}
