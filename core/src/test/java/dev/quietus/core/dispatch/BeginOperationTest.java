package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.authority.LeaseAnswer;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BeginOperationTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private static BeginOperation.Answer denied(Decision decision, Operation operation) {
        return new BeginOperation.Denied(decision, Optional.of(operation));
    }

    private BeginOperation acceptingBegin(String key, Wanted wanted) {
        return new BeginOperation(
                key(key),
                Optional.of(wanted.work(key(key).operation().value())),
                Claimed.NOTHING,
                new WorkerId("worker-1"),
                new RequestId("request-1"),
                Duration.ofSeconds(30));
    }

    @Test
    void isDurablyRunningBeforeItsFirstSideEffect() {
        scene.run("r");
        scene.queued("r/a");
        scene.ledger.advance(Duration.ofSeconds(3));
        BeginOperation.Begun begun = (BeginOperation.Begun) scene.begin("r/a");
        assertThat(begun.operation()).isEqualTo(scene.operation("r/a"));
        assertThat(begun.run()).isEqualTo(scene.found("r"));
        assertThat(begun.operation().execution()).isEqualTo(ExecutionState.RUNNING);
        assertThat(begun.operation().effect()).isEqualTo(EffectState.UNVERIFIED);
        assertThat(begun.operation().availableAt()).isEmpty();
        assertThat(begun.operation().attempt())
                .contains(new Attempt(
                        1,
                        new WorkerId("worker-1"),
                        new RequestId("request-of-a"),
                        at(3),
                        at(3),
                        Duration.ofMinutes(10),
                        Attempt.Sent.NOT_REPORTED,
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void theSameRequestAgainIsTheSameAttempt() {
        scene.run("r");
        scene.queued("r/a");
        BeginOperation.Answer first = scene.begin("r/a");
        scene.ledger.advance(Duration.ofSeconds(3));
        assertThat(scene.begin("r/a")).isEqualTo(first);
        assertThat(scene.operation("r/a").attempts()).isEqualTo(1);
        assertThat(scene.begin("r/a", "worker-2", "request-of-a"))
                .isEqualTo(denied(Decision.DENY_OUTCOME_UNKNOWN, scene.operation("r/a")));
    }

    @Test
    void takesInAndBeginsInOneTransaction() {
        scene.run("r");
        assertThat(scene.ledger.write(acceptingBegin("r/a", Wanted.preview())))
                .isInstanceOf(BeginOperation.Begun.class);
        assertThat(scene.ledger.write(acceptingBegin("r/a", Wanted.preview().arguments("x"))))
                .isInstanceOf(BeginOperation.Conflicting.class);
        assertThat(scene.ledger.write(acceptingBegin("r/b", Wanted.preview().approved())))
                .isEqualTo(denied(Decision.DENY_NOT_APPROVED, scene.operation("r/b")));
        scene.stop("r");
        assertThat(scene.ledger.write(acceptingBegin("r/c", Wanted.preview())))
                .isEqualTo(new BeginOperation.Denied(Decision.DENY_CANCELLED, Optional.empty()));
    }

    @Test
    void knowsWhatIsNotThere() {
        scene.run("r");
        assertThat(scene.begin("r/a")).isEqualTo(new BeginOperation.NoSuchOperation());
        assertThat(scene.begin("nobody/a"))
                .isEqualTo(new BeginOperation.Denied(Decision.DENY_UNKNOWN_RUN, Optional.empty()));
    }

    @Test
    void waitsForItsTime() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().notBefore(at(60)));
        assertThat(scene.begin("r/a")).isEqualTo(new BeginOperation.NotDue(at(60)));
        scene.ledger.advance(Duration.ofSeconds(60));
        assertThat(scene.begin("r/a")).isInstanceOf(BeginOperation.Begun.class);
    }

    @Test
    void returnsAnOutcomeInsteadOfRunningAnythingAgain() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(scene.begin("r/a", "worker-2", "request-2"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
        scene.stop("r");
        assertThat(scene.begin("r/a", "worker-2", "request-2"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
    }

    @Test
    void oneBusinessOperationIsCarriedOutOnce() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().key("k"));
        scene.queued("r/b", Wanted.preview().key("k"));
        assertThat(scene.begin("r/b"))
                .isEqualTo(denied(Decision.DENY_OUTCOME_UNKNOWN, scene.operation("r/b")));
        scene.finish("r/a", Outcome.FAILED);
        assertThat(scene.begin("r/b"))
                .as("it failed, and nobody has looked whether it had an effect")
                .isEqualTo(denied(Decision.DENY_OUTCOME_UNKNOWN, scene.operation("r/b")));
        scene.deployment.commit("r/a");
        scene.node.keepHouse();
        assertThat(scene.begin("r/b"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
    }

    @Test
    void anotherTryIsAllowedOnceTheFirstIsSeenToHaveNoEffect() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().key("k"));
        scene.queued("r/b", Wanted.preview().key("k"));
        scene.finish("r/a", Outcome.FAILED);
        scene.ledger.advance(Duration.ofSeconds(31));
        scene.node.keepHouse();
        assertThat(scene.begin("r/b")).isInstanceOf(BeginOperation.Begun.class);
    }

    @Test
    void aResumedRunDoesNotRepeatWhatItsPredecessorDid() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().key("k"));
        scene.stop("r");
        scene.resume("s", "r");
        scene.queued("s/a", Wanted.preview().key("k"));
        assertThat(scene.begin("s/a"))
                .isEqualTo(denied(Decision.DENY_OUTCOME_UNKNOWN, scene.operation("s/a")));
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(scene.begin("s/a", "worker-2", "request-2"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
    }

    @Test
    void whatRefusesForGoodEndsTheOperation() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().expiresAt(at(10)));
        scene.queued("r/b", Wanted.preview().approved().expiresAt(at(10)));
        scene.ledger.advance(Duration.ofSeconds(10));
        scene.begin("r/a");
        scene.begin("r/b");
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.DENIED);
        assertThat(scene.operation("r/b").execution()).isEqualTo(ExecutionState.DENIED);
        assertThat(scene.begin("r/a"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
    }

    @Test
    void underAStopItIsTakenOutRightThereAndCountedOnce() {
        scene.run("p");
        scene.child("c", "p");
        scene.queued("c/a");
        scene.queued("p/b", Wanted.preview().approved());
        Barrier barrier = scene.stop("p");
        assertThat(scene.begin("c/a"))
                .isEqualTo(denied(Decision.DENY_PARENT_REVOKED, scene.operation("c/a")));
        assertThat(scene.begin("p/b"))
                .isEqualTo(denied(Decision.DENY_STALE_EPOCH, scene.operation("p/b")));
        assertThat(scene.operation("c/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.operation("c/a").cancelledBy()).contains(barrier.id());
        scene.begin("c/a");
        scene.node.work();
        assertThat(scene.now(barrier).tally())
                .isEqualTo(new dev.quietus.core.barrier.Tally(1, 1, 0, 0, 1, 3));
    }

    @Test
    void aStoppedOperationDoesNotBeginBeforeItsSweep() {
        scene.run("r");
        scene.queued("r/a");
        scene.queued("r/b");
        Barrier barrier = scene.stop("r", Requests.one("a"));
        assertThat(scene.begin("r/a"))
                .isEqualTo(denied(Decision.DENY_CANCELLED, scene.operation("r/a")));
        assertThat(scene.operation("r/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.begin("r/b")).isInstanceOf(BeginOperation.Begun.class);
        scene.node.work();
        assertThat(scene.now(barrier).tally().queuedCancelled()).isEqualTo(1);
    }

    /** It would stand in its queue for ever: no sweep reaches a run that was promoted meanwhile. */
    @Test
    void noRunIsPromotedBetweenAStopOfItsToolAndTheSweep() {
        scene.run("p");
        scene.child("c", "p");
        scene.queued("c/a");
        scene.sent("c/b");
        Barrier barrier = scene.stop("p", Requests.tools("deployment.*"));
        PromoteRun promotion = new PromoteRun(new RunId("c"), "its own task", "operator:thomas");
        assertThat(scene.ledger.write(promotion)).isInstanceOf(LeaseAnswer.Refused.class);
        scene.node.work();
        assertThat(scene.operation("c/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.ledger.write(promotion)).isInstanceOf(LeaseAnswer.Done.class);
        assertThat(scene.inFlight(barrier)).hasSize(1);
    }

    @Test
    void aRetryBeginsAsTheNextAttemptWithNothingLeftOfTheFirst() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        scene.begin("r/a", "worker-2", "request-2");
        Operation again = scene.operation("r/a");
        assertThat(again.attempts()).isEqualTo(2);
        assertThat(again.attempt().orElseThrow().result()).isEmpty();
        assertThat(again.settlement()).isEqualTo(new Settlement.Open());
        assertThat(again.looking()).isEqualTo(Looking.NOT_YET);
        assertThat(again.cancelRequest()).isEqualTo(new CancelRequest.NotRequested());
    }

    /** A message that arrives twice must not start an attempt that nobody carries out. */
    @Test
    void aRequestWhoseAttemptIsOverBeginsNoOther() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        assertThat(scene.begin("r/a"))
                .isEqualTo(new BeginOperation.HasOutcome(scene.operation("r/a")));
        assertThat(scene.operation("r/a").attempts()).isEqualTo(1);
    }

    /** The worker said that it failed, and the effect is there: a classic. */
    @Test
    void aRetryWhoseFirstAttemptIsSeenToHaveHadItsEffectNeverBegins() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview().in("jobs"), Duration.ofSeconds(10));
        scene.deployment.commit("r/a");
        scene.node.keepHouse();
        Operation seen = scene.operation("r/a");
        assertThat(seen.execution()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(seen.availableAt()).isEmpty();
        assertThat(seen.effect()).isEqualTo(EffectState.VERIFIED_PRESENT);
        scene.ledger.advance(Duration.ofSeconds(10));
        assertThat(scene.begin("r/a", "worker-2", "request-2"))
                .isEqualTo(new BeginOperation.HasOutcome(seen));
    }

    @Test
    void aRetryWhoseFirstAttemptIsUnknownWaitsForAPerson() {
        scene.run("r");
        scene.deployment.breaks();
        scene.retrying("r/a", Wanted.preview(), Duration.ZERO);
        for (int i = 0; i < 20; i++) {
            scene.node.keepHouse();
            scene.ledger.advance(Duration.ofSeconds(5));
        }
        assertThat(scene.operation("r/a").heldUnknown()).isTrue();
        assertThat(scene.begin("r/a", "worker-2", "request-2"))
                .isEqualTo(denied(Decision.DENY_OUTCOME_UNKNOWN, scene.operation("r/a")));
        scene.ledger.write(new dev.quietus.core.settlement.SettleByHand(
                key("r/a"),
                SettledState.CANCELLED_WITHOUT_EFFECT,
                "looked",
                "operator:thomas",
                scene.providers));
        assertThat(scene.begin("r/a", "worker-2", "request-2"))
                .isInstanceOf(BeginOperation.Begun.class);
        assertThat(scene.ledger.story(new TreeId("r"))).contains(EventType.OUTCOME_UNKNOWN);
    }
}
