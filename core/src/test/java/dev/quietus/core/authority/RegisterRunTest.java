package dev.quietus.core.authority;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RegisterRunTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private static RegisterRun child(
            String id,
            String parent,
            Optional<Capabilities> capabilities,
            Optional<Instant> until) {
        return new RegisterRun(
                new RunId(id),
                Optional.of(new RunId(parent)),
                Optional.of("task-1"),
                Optional.empty(),
                capabilities,
                until,
                Map.of("team", "payments"),
                Optional.empty(),
                new LeaseId("lease-" + id),
                "agent:claude",
                Duration.ofHours(2));
    }

    private static RegisterRun child(String id, String parent) {
        return child(id, parent, Optional.empty(), Optional.empty());
    }

    @Test
    void aRootGetsWhatItAsksForAndTheDefaultLife() {
        RegisterRun register = Requests.registration("r");
        RegisterRun.Registered answer = (RegisterRun.Registered) scene.ledger.write(register);
        assertThat(answer.created()).isTrue();
        assertThat(answer.run())
                .isEqualTo(new Run(
                        new TreeId("r"),
                        new RunId("r"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "owner-of-r",
                        Map.of(),
                        Optional.empty(),
                        answer.run().contentDigest(),
                        at(0),
                        RunState.RUNNING,
                        Lease.granted(new LeaseId("lease-r"), Capabilities.of("*"), at(7_200)),
                        RegisterRun.FIRST_EPOCH,
                        List.of(),
                        Optional.empty()));
        assertThat(scene.ledger.story(new TreeId("r"))).containsExactly(EventType.RUN_REGISTERED);
    }

    @Test
    void theSameContentAgainAnswersTheSameAndOtherContentConflicts() {
        scene.ledger.write(Requests.registration("r"));
        scene.ledger.advance(Duration.ofHours(3));
        assertThat(scene.ledger.write(Requests.registration("r")))
                .isEqualTo(new RegisterRun.Registered(scene.found("r"), false));
        assertThat(scene.ledger.write(Requests.registering(
                        "r", Optional.empty(), Optional.of(Capabilities.of("a")), Map.of())))
                .isEqualTo(new RegisterRun.Conflict());
        assertThat(scene.ledger.story(new TreeId("r"))).hasSize(1);
    }

    @Test
    void askingAgainAfterTheStopRevivesNothing() {
        scene.run("r");
        scene.stop("r");
        RegisterRun.Registered again =
                (RegisterRun.Registered) scene.ledger.write(Requests.registration("r"));
        assertThat(again.created()).isFalse();
        assertThat(again.run().lease().revoked()).isTrue();
    }

    @Test
    void aRootWithoutCapabilitiesMayDoNothing() {
        scene.ledger.write(Requests.registering("r", Optional.empty(), Optional.empty(), Map.of()));
        assertThat(scene.found("r").lease().capabilities()).isEqualTo(Capabilities.of());
    }

    @Test
    void aChildGetsItsParentsAuthorityUnlessItAsksForLess() {
        scene.run("p", "a.*", "b");
        scene.ledger.write(child("c", "p"));
        Run same = scene.found("c");
        assertThat(same.lease())
                .isEqualTo(Lease.granted(
                        new LeaseId("lease-c"), Capabilities.of("a.*", "b"), at(7_200)));
        assertThat(same.tree()).isEqualTo(new TreeId("p"));
        assertThat(same.owner()).isEqualTo("agent:claude");
        scene.ledger.write(
                child("d", "c", Optional.of(Capabilities.of("a.x")), Optional.of(at(60))));
        assertThat(scene.found("d").lease().capabilities()).isEqualTo(Capabilities.of("a.x"));
        assertThat(scene.found("d").lease().validUntil()).isEqualTo(at(60));
    }

    @Test
    void aChildNeverGetsMoreThanItsParentHas() {
        scene.run("p", "a.*");
        assertThat(scene.ledger.write(child(
                        "c", "p", Optional.of(Capabilities.of("a.x", "b")), Optional.empty())))
                .isEqualTo(new RegisterRun.Wider(
                        "capability 'b' is not contained in the lease of 'p' (a.*)"));
        assertThat(scene.ledger.write(child("c", "p", Optional.empty(), Optional.of(at(7_201)))))
                .isInstanceOfSatisfying(
                        RegisterRun.Wider.class,
                        wider -> assertThat(wider.why()).contains("is later than that of 'p'"));
    }

    @Test
    void aChildOfARevokedRunIsRefusedAlsoFurtherDown() {
        scene.run("p");
        scene.child("c", "p");
        scene.stop("p");
        assertThat(scene.ledger.write(child("d", "c")))
                .isEqualTo(new RegisterRun.Denied(Decision.DENY_PARENT_REVOKED));
        assertThat(scene.ledger.write(child("d", "p")))
                .isEqualTo(new RegisterRun.Denied(Decision.DENY_PARENT_REVOKED));
        assertThat(scene.ledger.write(child("d", "nobody")))
                .isEqualTo(new RegisterRun.Denied(Decision.DENY_UNKNOWN_RUN));
    }

    @Test
    void aChildOfARunThatIsOverIsRefused() {
        scene.run("p");
        scene.child("c", "p");
        scene.ledger.write(new CompleteRun(new RunId("c"), "agent:claude"));
        assertThat(scene.ledger.write(child("d", "c")))
                .isEqualTo(new RegisterRun.Denied(Decision.DENY_LEASE_EXPIRED));
        scene.ledger.advance(Duration.ofHours(2));
        assertThat(scene.ledger.write(child("d", "p")))
                .isEqualTo(new RegisterRun.Denied(Decision.DENY_LEASE_EXPIRED));
    }

    @Test
    void aTreeIsBoundedInDepth() {
        scene.run("r0");
        for (int i = 1; i < Run.MAX_DEPTH; i++) {
            scene.child("r" + i, "r" + (i - 1));
        }
        assertThat(scene.ledger.write(child("too-deep", "r31")))
                .isEqualTo(new RegisterRun.Refused(
                        "the run would hang 32 runs below its root, at most 31 are allowed"));
    }

    @Test
    void aLeaseThatWouldBeOverIsRefused() {
        scene.run("p");
        assertThat(scene.ledger.write(child("c", "p", Optional.empty(), Optional.of(at(0)))))
                .isInstanceOfSatisfying(
                        RegisterRun.Refused.class,
                        refused -> assertThat(refused.why()).endsWith("is in the past"));
    }

    @Test
    void aFreezeRefusesRootsOnly() {
        scene.run("p");
        scene.ledger.write(records -> {
            records.frozen(true);
            return true;
        });
        assertThat(scene.ledger.write(Requests.registration("r")))
                .isEqualTo(new RegisterRun.Frozen());
        assertThat(scene.ledger.write(Requests.registration("p")))
                .isEqualTo(new RegisterRun.Registered(scene.found("p"), false));
        assertThat(scene.ledger.write(child("c", "p"))).isInstanceOf(RegisterRun.Registered.class);
    }

    @Test
    void onlyARunThatIsOverOrStoppedIsResumed() {
        scene.run("r");
        RegisterRun resume = new RegisterRun(
                new RunId("s"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Capabilities.of("*")),
                Optional.empty(),
                Map.of(),
                Optional.of(new RunId("r")),
                new LeaseId("lease-s"),
                "operator:thomas",
                Duration.ofHours(2));
        assertThat(scene.ledger.write(resume))
                .isEqualTo(new RegisterRun.Refused(
                        "resumes names run 'r', which still runs: stop or " + "complete it first"));
        scene.stop("r");
        assertThat(scene.ledger.write(resume)).isInstanceOf(RegisterRun.Registered.class);
        assertThat(scene.found("s").resumes()).contains(new RunId("r"));
    }

    @Test
    void labelsAndTextsAreBounded() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i <= Run.MAX_LABELS; i++) {
            many.put("label" + i, "x");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Requests.registering("r", Optional.empty(), Optional.empty(), many))
                .withMessage("labels has 51 entries, at most 50 are allowed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Requests.registering(
                        "r", Optional.empty(), Optional.empty(), Map.of("a", "b c")))
                .withMessageStartingWith("label 'a' has a character");
    }

    @Test
    void aRevokedLeaseStaysRevokedByWhoWasFirst() {
        Lease lease = scene.run("r").lease().revoke(at(1), new BarrierId("one"));
        assertThat(lease.revoke(at(2), new BarrierId("two"))).isEqualTo(lease);
    }
}
