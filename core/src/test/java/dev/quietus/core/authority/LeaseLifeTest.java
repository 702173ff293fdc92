package dev.quietus.core.authority;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Renewal, promotion, completion and expiry. */
class LeaseLifeTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private LeaseAnswer renew(String run, long seconds) {
        return scene.ledger.write(new RenewLease(new RunId(run), at(seconds), "agent:claude"));
    }

    private LeaseAnswer promote(String run) {
        return scene.ledger.write(
                new PromoteRun(new RunId(run), "its own task now", "operator:thomas"));
    }

    private LeaseAnswer complete(String run) {
        return scene.ledger.write(new CompleteRun(new RunId(run), "agent:claude"));
    }

    private static LeaseAnswer denied(Decision decision) {
        return new LeaseAnswer.Denied(decision);
    }

    @Test
    void renewsALeaseThatLives() {
        Run run = scene.run("r");
        assertThat(renew("r", 9_000))
                .isEqualTo(new LeaseAnswer.Done(run.withLease(run.lease().until(at(9_000)))));
        assertThat(renew("r", 9_000)).isEqualTo(new LeaseAnswer.Done(scene.found("r")));
        assertThat(scene.ledger.story(new TreeId("r")))
                .containsExactly(EventType.RUN_REGISTERED, EventType.LEASE_RENEWED);
        assertThat(renew("nobody", 1)).isEqualTo(denied(Decision.DENY_UNKNOWN_RUN));
    }

    @Test
    void neverRenewsBeyondTheParentOrIntoThePastOrUnderChildren() {
        scene.run("p");
        scene.child("c", "p");
        assertThat(renew("c", 7_201)).isInstanceOf(LeaseAnswer.Refused.class);
        assertThat(renew("c", 0)).isInstanceOf(LeaseAnswer.Refused.class);
        assertThat(renew("p", 60)).isInstanceOf(LeaseAnswer.Refused.class);
        assertThat(renew("c", 60)).isInstanceOf(LeaseAnswer.Done.class);
        renew("p", 9_000);
        assertThat(renew("c", 9_000)).isInstanceOf(LeaseAnswer.Done.class);
    }

    @Test
    void neverRenewsBackToLife() {
        scene.run("p");
        scene.child("c", "p");
        scene.stop("p");
        assertThat(renew("p", 9_000)).isEqualTo(denied(Decision.DENY_STALE_EPOCH));
        assertThat(renew("c", 60)).isEqualTo(denied(Decision.DENY_PARENT_REVOKED));
        scene.run("r");
        scene.ledger.advance(Duration.ofHours(2));
        assertThat(renew("r", 9_000)).isEqualTo(denied(Decision.DENY_LEASE_EXPIRED));
    }

    @Test
    void promotesAChildWithTheToolsThatStopsAboveTookAway() {
        scene.run("p");
        Run child = scene.child("c", "p");
        scene.stop("p", Requests.tools("mail.*"));
        assertThat(promote("c")).as("not swept yet").isInstanceOf(LeaseAnswer.Refused.class);
        scene.node.work();
        Run promoted = child.promoted().withStoppedTool(new CapabilityPattern("mail.*"));
        assertThat(promote("c")).isEqualTo(new LeaseAnswer.Done(promoted));
        assertThat(promote("c")).isEqualTo(new LeaseAnswer.Done(promoted));
        assertThat(promoted.tree()).isEqualTo(new TreeId("p"));
        assertThat(promoted.registeredParent()).contains(new RunId("p"));
        scene.stop("p");
        assertThat(scene.accept("c/a", Wanted.preview()))
                .isInstanceOf(dev.quietus.core.dispatch.AcceptOperation.Accepted.class);
        assertThat(scene.accept("c/b", Wanted.call("mail.send")))
                .isEqualTo(new dev.quietus.core.dispatch.AcceptOperation.Denied(
                        Decision.DENY_CAPABILITY));
    }

    @Test
    void promotesNobodyAfterAStopAboveOrOfItself() {
        scene.run("p");
        scene.child("c", "p");
        scene.child("d", "c");
        assertThat(promote("p")).isInstanceOf(LeaseAnswer.Refused.class);
        assertThat(promote("nobody")).isEqualTo(denied(Decision.DENY_UNKNOWN_RUN));
        scene.stop("c");
        assertThat(promote("c")).isEqualTo(denied(Decision.DENY_STALE_EPOCH));
        assertThat(promote("d")).isEqualTo(denied(Decision.DENY_PARENT_REVOKED));
    }

    @Test
    void promotesNobodyWhoseLeaseIsOver() {
        scene.run("p");
        scene.child("c", "p");
        scene.ledger.advance(Duration.ofHours(2));
        assertThat(promote("c")).isEqualTo(denied(Decision.DENY_LEASE_EXPIRED));
    }

    @Test
    void completesARunThatHasNothingLeft() {
        scene.run("p");
        scene.child("c", "p");
        scene.running("p/a");
        assertThat(complete("p"))
                .isEqualTo(new LeaseAnswer.Refused(
                        "1 of its operations are not finished: finish them, or stop the run"));
        scene.finish("p/a", Attempt.Outcome.SUCCEEDED);
        assertThat(complete("p"))
                .isEqualTo(new LeaseAnswer.Refused("1 of its child runs still run: complete, "
                        + "promote or stop them first"));
        assertThat(complete("c")).isInstanceOf(LeaseAnswer.Done.class);
        assertThat(complete("p")).isInstanceOf(LeaseAnswer.Done.class);
        assertThat(complete("p")).isEqualTo(new LeaseAnswer.Done(scene.found("p")));
        assertThat(scene.found("p").state()).isEqualTo(RunState.COMPLETED);
        assertThat(scene.found("p").endedAt()).contains(at(0));
        assertThat(scene.accept("p/b", Wanted.preview()))
                .isEqualTo(new dev.quietus.core.dispatch.AcceptOperation.Denied(
                        Decision.DENY_LEASE_EXPIRED));
    }

    @Test
    void completesNothingThatIsStoppedOrExpired() {
        scene.run("p");
        scene.child("c", "p");
        scene.stop("p");
        assertThat(complete("c")).isEqualTo(denied(Decision.DENY_PARENT_REVOKED));
        assertThat(complete("p")).isEqualTo(denied(Decision.DENY_STALE_EPOCH));
        scene.run("r");
        scene.ledger.advance(Duration.ofHours(2));
        scene.ledger.write(new ExpireRuns(10));
        assertThat(complete("r")).isEqualTo(denied(Decision.DENY_LEASE_EXPIRED));
        assertThat(complete("nobody")).isEqualTo(denied(Decision.DENY_UNKNOWN_RUN));
    }

    @Test
    void expiryTakesOutWhatHasNotStartedInBatches() {
        scene.run("r");
        scene.queued("r/a");
        scene.queued("r/b", Wanted.preview().notBefore(at(60)));
        scene.queued("r/c", Wanted.preview().approved());
        scene.running("r/d");
        scene.ledger.advance(Duration.ofHours(2));
        assertThat(scene.ledger.write(new ExpireRuns(2))).isEqualTo(3);
        assertThat(scene.found("r").state()).isEqualTo(RunState.RUNNING);
        assertThat(scene.ledger.write(new ExpireRuns(2))).isEqualTo(2);
        assertThat(scene.found("r").state()).isEqualTo(RunState.EXPIRED);
        assertThat(scene.ledger.write(new ExpireRuns(2))).isZero();
        for (String key : new String[] {"r/a", "r/b", "r/c"}) {
            assertThat(scene.operation(key).execution())
                    .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
            assertThat(scene.operation(key).cancelledBy()).isEqualTo(Optional.empty());
        }
        assertThat(scene.operation("r/d").execution()).isEqualTo(ExecutionState.RUNNING);
    }
}
