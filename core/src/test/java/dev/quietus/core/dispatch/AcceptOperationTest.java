package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AcceptOperationTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private List<EventType> story(String tree) {
        return scene.ledger.story(new TreeId(tree));
    }

    @Test
    void takesWorkInStampedWithTheEpoch() {
        scene.run("r");
        Wanted wanted = Wanted.preview().arguments("sha256:1");
        assertThat(scene.accept("r/a", wanted))
                .isEqualTo(new AcceptOperation.Accepted(
                        new Operation(
                                new TreeId("r"),
                                key("r/a"),
                                wanted.work("a"),
                                1,
                                at(0),
                                ExecutionState.QUEUED,
                                EffectState.NONE_EXPECTED,
                                Optional.of(at(0)),
                                Optional.empty(),
                                Optional.empty(),
                                0,
                                Optional.empty(),
                                new CancelRequest.NotRequested(),
                                new Settlement.Open(),
                                Looking.NOT_YET,
                                Optional.empty(),
                                Optional.empty()),
                        true));
    }

    @Test
    void answersTheSameContentAgainAlsoAfterTheStop() {
        scene.run("r");
        Operation accepted = scene.queued("r/a");
        assertThat(scene.accept("r/a", Wanted.preview()))
                .isEqualTo(new AcceptOperation.Accepted(accepted, false));
        scene.stop("r");
        assertThat(scene.accept("r/a", Wanted.preview()))
                .isEqualTo(new AcceptOperation.Accepted(accepted, false));
        assertThat(story("r")).filteredOn(EventType.OPERATION_ACCEPTED::equals).hasSize(1);
    }

    @Test
    void refusesOtherContentUnderTheSameId() {
        scene.run("r");
        scene.queued("r/a");
        assertThat(scene.accept("r/a", Wanted.preview().arguments("sha256:2")))
                .isEqualTo(new AcceptOperation.Conflict(
                        "operation_id 'a' was accepted with other content", key("r/a")));
    }

    @Test
    void bindsABusinessKeyToItsArgumentsAndTool() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().key("k").arguments("sha256:1"));
        assertThat(scene.accept("r/b", Wanted.preview().key("k").arguments("sha256:1")))
                .isInstanceOf(AcceptOperation.Accepted.class);
        assertThat(scene.accept("r/c", Wanted.preview().key("k").arguments("sha256:2")))
                .isInstanceOfSatisfying(
                        AcceptOperation.Conflict.class,
                        conflict -> assertThat(conflict.other()).isEqualTo(key("r/a")));
        assertThat(scene.accept("r/d", Wanted.call("mail.send").key("k").arguments("sha256:1")))
                .isInstanceOf(AcceptOperation.Conflict.class);
    }

    @Test
    void bindsABusinessKeyAcrossResumedRuns() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().key("k").arguments("sha256:1"));
        scene.stop("r");
        scene.resume("s", "r");
        assertThat(scene.accept("s/b", Wanted.preview().key("k").arguments("sha256:2")))
                .isInstanceOf(AcceptOperation.Conflict.class);
        scene.stop("s");
        scene.resume("t", "s");
        assertThat(scene.accept("t/b", Wanted.preview().key("k").arguments("sha256:2")))
                .isInstanceOf(AcceptOperation.Conflict.class);
    }

    @Test
    void letsWorkWaitForItsTimeOrForAPerson() {
        scene.run("r");
        Operation later = scene.queued("r/a", Wanted.preview().notBefore(at(60)));
        assertThat(later.execution()).isEqualTo(ExecutionState.SCHEDULED);
        assertThat(later.availableAt()).contains(at(60));
        Operation past = scene.queued("r/b", Wanted.preview().notBefore(at(0)));
        assertThat(past.execution()).isEqualTo(ExecutionState.QUEUED);
        Operation waiting = scene.queued("r/c", Wanted.preview().approved().notBefore(at(60)));
        assertThat(waiting.execution()).isEqualTo(ExecutionState.AWAITING_APPROVAL);
        assertThat(waiting.availableAt()).isEmpty();
        Operation recovery = scene.queued("r/d", Wanted.preview().kind(OperationKind.RECOVERY));
        assertThat(recovery.execution()).isEqualTo(ExecutionState.AWAITING_APPROVAL);
    }

    @Test
    void recordsWhatAuthorityRefuses() {
        scene.run("r", "mail.*");
        assertThat(scene.accept("r/a", Wanted.preview()))
                .isEqualTo(new AcceptOperation.Denied(Decision.DENY_CAPABILITY));
        assertThat(scene.accept("nobody/a", Wanted.preview()))
                .isEqualTo(new AcceptOperation.Denied(Decision.DENY_UNKNOWN_RUN));
        assertThat(scene.accept("r/b", Wanted.call("mail.send").expiresAt(at(0))))
                .isEqualTo(new AcceptOperation.Denied(Decision.DENY_OPERATION_EXPIRED));
        assertThat(story("r"))
                .containsExactly(
                        EventType.RUN_REGISTERED,
                        EventType.OPERATION_DENIED,
                        EventType.OPERATION_DENIED);
    }

    @Test
    void countsWhatComesAfterAStopInEveryBarrierOverIt() {
        scene.run("p");
        scene.child("c", "p");
        Barrier tools = scene.stop("p", Requests.tools("deployment.*"));
        Barrier child = scene.stop("c");
        scene.ledger.advance(java.time.Duration.ofSeconds(5));
        assertThat(scene.accept("c/a", Wanted.preview()))
                .isEqualTo(new AcceptOperation.Denied(Decision.DENY_CANCELLED));
        assertThat(scene.accept("c/b", Wanted.call("mail.send")))
                .isEqualTo(new AcceptOperation.Denied(Decision.DENY_CANCELLED));
        assertThat(scene.now(child).tally().lateAttemptsDenied()).isEqualTo(2);
        assertThat(scene.now(tools).tally().lateAttemptsDenied()).isEqualTo(1);
        assertThat(scene.now(tools).lastActivityAt()).isEqualTo(at(5));
        assertThat(story("p")).contains(EventType.LATE_ATTEMPT_DENIED);
        assertThat(tools.selector()).isNotEqualTo(new Selector.Everything());
        assertThat(tools.run()).isEqualTo(new RunId("p"));
    }

    @Test
    void workThatCouldNeverStartCantBeWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Wanted.preview().notBefore(at(5)).expiresAt(at(5)).work("a"))
                .withMessage("not_before is not before expires_at, so it could never start");
    }
}
