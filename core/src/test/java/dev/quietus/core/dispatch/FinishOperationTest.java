package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static dev.quietus.core.Requests.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Attempt.Result;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.SettleByHand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FinishOperationTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private static Optional<FinishOperation.Retry> retry(int most) {
        return Optional.of(new FinishOperation.Retry(Duration.ofSeconds(10), most));
    }

    private FinishOperation.Answer finish(
            String key, int attempt, String worker, Outcome outcome, ReportedEffect effect) {
        return scene.ledger.write(new FinishOperation(
                key(key),
                attempt,
                new WorkerId(worker),
                report(outcome, effect),
                Optional.empty()));
    }

    private FinishOperation.Answer recorded(String key, FinishOperation.How how) {
        return new FinishOperation.Recorded(scene.operation(key), how);
    }

    private List<EventType> story() {
        return scene.ledger.story(new TreeId("r"));
    }

    @Test
    void recordsAResultAndSendsTheEffectToObservation() {
        scene.run("r");
        scene.running("r/a");
        scene.ledger.advance(Duration.ofSeconds(4));
        assertThat(scene.finish("r/a", Outcome.SUCCEEDED))
                .isEqualTo(recorded("r/a", FinishOperation.How.RESULT));
        Operation done = scene.operation("r/a");
        assertThat(done.execution()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(done.effect()).isEqualTo(EffectState.UNVERIFIED);
        assertThat(done.settlement()).isEqualTo(new Settlement.Open());
        assertThat(done.looking().nextAt()).contains(at(4));
        assertThat(done.attempt().orElseThrow().result())
                .contains(new Result(
                        Outcome.SUCCEEDED,
                        ReportedEffect.NOT_REPORTED,
                        at(4),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void keepsWhatTheReportSaysOfTheRequestAndTheEffect() {
        scene.run("r");
        scene.running("r/a");
        scene.ledger.write(new FinishOperation(
                key("r/a"),
                1,
                new WorkerId("worker-1"),
                new FinishOperation.Report(
                        Outcome.SUCCEEDED,
                        ReportedEffect.PRESENT,
                        Sent.SENT,
                        Optional.of("preview-7712"),
                        Optional.of("reservation-9"),
                        Optional.of("sha256:5"),
                        Optional.empty(),
                        Optional.empty()),
                Optional.empty()));
        Operation done = scene.operation("r/a");
        assertThat(done.effectId()).contains("reservation-9");
        assertThat(done.providerJob()).contains("preview-7712");
        assertThat(done.attempt().orElseThrow().sent()).isEqualTo(Sent.SENT);
        assertThat(done.effect()).as("a word is no proof").isEqualTo(EffectState.UNVERIFIED);
    }

    @Test
    void theSameAgainIsTheSameAndAnotherResultIsALateFact() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(scene.finish("r/a", Outcome.SUCCEEDED))
                .isEqualTo(recorded("r/a", FinishOperation.How.SAME_AGAIN));
        assertThat(scene.finish("r/a", Outcome.FAILED))
                .isEqualTo(recorded("r/a", FinishOperation.How.LATE_FACT));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(story()).endsWith(EventType.OPERATION_FINISHED, EventType.LATE_RESULT);
    }

    @Test
    void workWithoutEffectsIsSettledByItsEnd() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().effectFree());
        scene.finish("r/a", Outcome.FAILED);
        assertThat(scene.operation("r/a").settlement())
                .isEqualTo(new Settlement.Settled(
                        SettledState.ENDED_NO_EFFECT_EXPECTED,
                        at(0),
                        "worker:worker-1",
                        "the attempt ended: failed",
                        Optional.empty()));
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.NONE_EXPECTED);
    }

    @Test
    void workWithoutEffectsThatWasUnknownIsSettledByALateResult() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().effectFree());
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.UNKNOWN);
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
        scene.finish("r/a", Outcome.CANCELLED);
        assertThat(scene.operation("r/a").effect()).isEqualTo(EffectState.VERIFIED_ABSENT);
        assertThat(scene.operation("r/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_DURING_EXECUTION);
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier))
                .containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @Test
    void aPersonsWordIsNotOverwrittenByALateEnd() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().effectFree());
        scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(61));
        scene.ledger.write(new SettleByHand(
                key("r/a"),
                SettledState.COMPLETED_AND_VERIFIED,
                "it wrote a file",
                "operator:thomas",
                scene.providers));
        Settlement byHand = scene.operation("r/a").settlement();
        scene.finish("r/a", Outcome.CANCELLED);
        assertThat(scene.operation("r/a").settlement()).isEqualTo(byHand);
    }

    @Test
    void schedulesAnotherAttemptUpToTheMost() {
        scene.run("r");
        scene.running("r/a");
        assertThat(scene.finish("r/a", Outcome.FAILED, retry(2)))
                .isEqualTo(recorded("r/a", FinishOperation.How.RETRY_SCHEDULED));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SCHEDULED);
        assertThat(scene.operation("r/a").availableAt()).contains(at(10));
        assertThat(scene.operation("r/a").maxAttempts()).isEqualTo(2);
        scene.ledger.advance(Duration.ofSeconds(10));
        scene.begin("r/a", "worker-2", "request-2");
        assertThat(scene.finish("r/a", Outcome.FAILED, retry(2)))
                .isEqualTo(recorded("r/a", FinishOperation.How.RESULT));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.FAILED);
    }

    @Test
    void schedulesNoOtherAttemptAfterASuccessOrAClaimedEffectOrAStop() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED, retry(5));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SUCCEEDED);
        for (ReportedEffect effect : List.of(ReportedEffect.PRESENT, ReportedEffect.UNKNOWN)) {
            String key = "r/" + effect;
            scene.running(key);
            scene.ledger.write(new FinishOperation(
                    key(key),
                    1,
                    new WorkerId("worker-1"),
                    report(Outcome.FAILED, effect),
                    retry(5)));
            assertThat(scene.operation(key).execution()).isEqualTo(ExecutionState.FAILED);
        }
        scene.running("r/one");
        scene.stop("r", Requests.one("one"));
        scene.finish("r/one", Outcome.FAILED, retry(5));
        assertThat(scene.operation("r/one").execution()).isEqualTo(ExecutionState.FAILED);
        scene.running("r/b");
        scene.stop("r");
        scene.finish("r/b", Outcome.FAILED, retry(5));
        assertThat(scene.operation("r/b").execution()).isEqualTo(ExecutionState.FAILED);
    }

    @Test
    void anAttemptThatWasGivenUpCantSpeakForItsSuccessor() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        scene.begin("r/a", "worker-2", "request-2");
        assertThat(finish("r/a", 1, "worker-1", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .isEqualTo(recorded("r/a", FinishOperation.How.LATE_FACT));
        assertThat(finish("r/a", 2, "worker-1", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .isEqualTo(recorded("r/a", FinishOperation.How.LATE_FACT));
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.RUNNING);
        assertThat(finish("r/a", 3, "worker-2", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .isEqualTo(new FinishOperation.NoSuchAttempt(scene.operation("r/a")));
        assertThat(finish("r/a", 0, "worker-2", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .isEqualTo(new FinishOperation.NoSuchAttempt(scene.operation("r/a")));
        assertThat(finish("r/x", 1, "worker-1", Outcome.SUCCEEDED, ReportedEffect.NOT_REPORTED))
                .isEqualTo(new FinishOperation.NoSuchOperation());
    }

    @Test
    void aRetryIsBounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FinishOperation.Retry(Duration.ofSeconds(-1), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FinishOperation.Retry(Duration.ofDays(31), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FinishOperation.Retry(Duration.ZERO, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FinishOperation.Retry(Duration.ZERO, 1_001));
    }
}
