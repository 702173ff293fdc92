package dev.quietus.core.authority;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of the refusals is part of the contract: the first that applies is the answer. */
class AuthorityTest {
    private static final BarrierId BARRIER = new BarrierId("stop-01");

    /** The reasons of one state, in the order of the contract. */
    private static final List<Decision> REASONS = List.of(
            Decision.DENY_PARENT_REVOKED,
            Decision.DENY_STALE_EPOCH,
            Decision.DENY_LEASE_EXPIRED,
            Decision.DENY_OPERATION_EXPIRED,
            Decision.DENY_CANCELLED,
            Decision.DENY_CAPABILITY,
            Decision.DENY_NOT_APPROVED,
            Decision.DENY_OUTCOME_UNKNOWN);

    @RegisterExtension
    final Scene scene = new Scene();

    /** A child's queued operation for which exactly these reasons apply. */
    private Decision decide(Set<Decision> reasons) {
        Run parent = scene.run("p");
        Run child = scene.child("c", "p");
        Operation operation = operation(reasons);
        if (reasons.contains(Decision.DENY_PARENT_REVOKED)) {
            parent = parent.withLease(parent.lease().revoke(at(0), BARRIER));
        }
        if (reasons.contains(Decision.DENY_STALE_EPOCH)) {
            child = child.withNextEpoch();
        }
        if (reasons.contains(Decision.DENY_LEASE_EXPIRED)) {
            child = child.withLease(child.lease().until(at(10)));
        }
        if (reasons.contains(Decision.DENY_CAPABILITY)) {
            child = child.withStoppedTool(new CapabilityPattern("deployment.*"));
        }
        if (reasons.contains(Decision.DENY_CANCELLED)) {
            operation = operation.change().cancelledBy(BARRIER).done();
        }
        List<Operation> others = new ArrayList<>();
        if (reasons.contains(Decision.DENY_OUTCOME_UNKNOWN)) {
            others.add(scene.running("c/other"));
        }
        return Authority.mayBegin(
                List.of(child, parent), Claimed.NOTHING, operation, others, at(60));
    }

    private Operation operation(Set<Decision> reasons) {
        Wanted wanted = Wanted.preview();
        if (reasons.contains(Decision.DENY_OPERATION_EXPIRED)) {
            wanted.expiresAt(at(20));
        }
        if (reasons.contains(Decision.DENY_NOT_APPROVED)) {
            wanted.approved();
        }
        return scene.queued("c/a", wanted);
    }

    @ParameterizedTest
    @EnumSource(names = "DENY_.*", mode = EnumSource.Mode.MATCH_ANY)
    void everyReasonRefusesAlone(Decision reason) {
        if (reason == Decision.DENY_UNKNOWN_RUN) {
            assertThat(Authority.mayAccept(
                            List.of(), Claimed.NOTHING, Wanted.preview().work("a"), at(0)))
                    .isEqualTo(reason);
        } else {
            assertThat(decide(EnumSet.of(reason))).isEqualTo(reason);
        }
    }

    @Test
    void allowsWhatNothingRefuses() {
        assertThat(decide(EnumSet.noneOf(Decision.class))).isEqualTo(Decision.ALLOW);
    }

    /** All 255 combinations, so also every pair of neighbours. */
    @Test
    void theFirstReasonInTheOrderOfTheContractIsTheAnswer() {
        for (int combination = 1; combination < 1 << REASONS.size(); combination++) {
            Set<Decision> reasons = EnumSet.noneOf(Decision.class);
            for (int i = 0; i < REASONS.size(); i++) {
                if ((combination & 1 << i) != 0) {
                    reasons.add(REASONS.get(i));
                }
            }
            Decision first = REASONS.get(Integer.numberOfTrailingZeros(combination));
            assertThat(new Fresh().decide(reasons)).as("%s", reasons).isEqualTo(first);
        }
    }

    /** The same world, made new. */
    private static final class Fresh {
        private final AuthorityTest test = new AuthorityTest();

        Decision decide(Set<Decision> reasons) {
            return test.decide(reasons);
        }
    }

    @Test
    void theOrderIsTheOneOfTheEnum() {
        List<Decision> all = List.of(Decision.values());
        assertThat(all.subList(2, all.size())).isEqualTo(REASONS);
        assertThat(all.subList(0, 2)).containsExactly(Decision.ALLOW, Decision.DENY_UNKNOWN_RUN);
    }

    private Decision begin(Run run, Claimed claimed, Operation operation) {
        return Authority.mayBegin(List.of(run), claimed, operation, List.of(), at(0));
    }

    @Test
    void aCallerIsStaleWithAnyOtherEpochOrLease() {
        Run run = scene.run("r");
        Operation operation = scene.queued("r/a");
        assertThat(begin(run, new Claimed(Optional.empty(), Optional.of(1L)), operation))
                .isEqualTo(Decision.ALLOW);
        assertThat(begin(run, new Claimed(Optional.empty(), Optional.of(0L)), operation))
                .isEqualTo(Decision.DENY_STALE_EPOCH);
        assertThat(begin(run, new Claimed(Optional.empty(), Optional.of(2L)), operation))
                .isEqualTo(Decision.DENY_STALE_EPOCH);
        assertThat(begin(
                        run,
                        new Claimed(Optional.of(new LeaseId("lease-r")), Optional.empty()),
                        operation))
                .isEqualTo(Decision.ALLOW);
        assertThat(begin(
                        run,
                        new Claimed(Optional.of(new LeaseId("lease-x")), Optional.empty()),
                        operation))
                .isEqualTo(Decision.DENY_STALE_EPOCH);
    }

    @Test
    void aLeaseEndsAtItsEndAndWithTheRunOrAnyAncestor() {
        Run run = scene.run("r");
        Operation operation = scene.queued("r/a");
        assertThat(Authority.mayBegin(
                        List.of(run), Claimed.NOTHING, operation, List.of(), at(7_199)))
                .isEqualTo(Decision.ALLOW);
        assertThat(Authority.mayBegin(
                        List.of(run), Claimed.NOTHING, operation, List.of(), at(7_200)))
                .isEqualTo(Decision.DENY_LEASE_EXPIRED);
        for (RunState ended : EnumSet.of(RunState.COMPLETED, RunState.EXPIRED)) {
            Run over = run.withState(ended, Optional.of(at(0)));
            assertThat(begin(over, Claimed.NOTHING, operation))
                    .isEqualTo(Decision.DENY_LEASE_EXPIRED);
            assertThat(Authority.mayBegin(
                            List.of(run, over), Claimed.NOTHING, operation, List.of(), at(0)))
                    .isEqualTo(Decision.DENY_LEASE_EXPIRED);
        }
    }

    @Test
    void anOperationExpiresAtItsEnd() {
        Run run = scene.run("r");
        Operation operation = scene.queued("r/a", Wanted.preview().expiresAt(at(20)));
        assertThat(Authority.mayBegin(List.of(run), Claimed.NOTHING, operation, List.of(), at(19)))
                .isEqualTo(Decision.ALLOW);
        assertThat(Authority.mayBegin(List.of(run), Claimed.NOTHING, operation, List.of(), at(20)))
                .isEqualTo(Decision.DENY_OPERATION_EXPIRED);
    }

    @Test
    void everyLeaseOnThePathMustAllowTheTool() {
        Run run = scene.run("r");
        Run narrow = run.withLease(dev.quietus.core.run.Lease.granted(
                run.lease().id(), Capabilities.of("mail.*"), run.lease().validUntil()));
        Operation operation = scene.queued("r/a");
        assertThat(Authority.mayBegin(
                        List.of(run, narrow), Claimed.NOTHING, operation, List.of(), at(0)))
                .isEqualTo(Decision.DENY_CAPABILITY);
        assertThat(Authority.mayBegin(
                        List.of(narrow, run), Claimed.NOTHING, operation, List.of(), at(0)))
                .isEqualTo(Decision.DENY_CAPABILITY);
    }

    @Test
    void aStopOfAToolAboveReachesEveryRunBelow() {
        Run parent = scene.run("p").withStoppedTool(new CapabilityPattern("deployment.*"));
        Run child = scene.child("c", "p");
        Operation operation = scene.queued("c/a");
        assertThat(Authority.mayBegin(
                        List.of(child, parent), Claimed.NOTHING, operation, List.of(), at(0)))
                .isEqualTo(Decision.DENY_CAPABILITY);
        assertThat(Authority.mayAccept(
                        List.of(child, parent),
                        Claimed.NOTHING,
                        Wanted.preview().work("b"),
                        at(0)))
                .isEqualTo(Decision.DENY_CAPABILITY);
    }

    @Test
    void aCallerThatReadTheNewEpochIsToldThatTheRunIsCancelled() {
        Run run = scene.run("r");
        Run stopped = run.withLease(run.lease().revoke(at(0), BARRIER)).withNextEpoch();
        assertThat(Authority.mayAccept(
                        List.of(stopped),
                        new Claimed(Optional.empty(), Optional.of(2L)),
                        Wanted.preview().work("a"),
                        at(0)))
                .isEqualTo(Decision.DENY_CANCELLED);
    }

    @Test
    void whatRunsOrIsUnknownOrWasRejectedDoesNotBegin() {
        Run run = scene.run("r");
        Operation operation = scene.running("r/a");
        assertThat(begin(run, Claimed.NOTHING, operation)).isEqualTo(Decision.DENY_OUTCOME_UNKNOWN);
        Operation lost = operation.change().execution(ExecutionState.Event.LOSE).done();
        assertThat(begin(run, Claimed.NOTHING, lost)).isEqualTo(Decision.DENY_OUTCOME_UNKNOWN);
        Operation rejected = scene.queued("r/b", Wanted.preview().approved())
                .change()
                .execution(ExecutionState.Event.REJECT)
                .done();
        assertThat(begin(run, Claimed.NOTHING, rejected)).isEqualTo(Decision.DENY_NOT_APPROVED);
    }

    @Test
    void revocationAndToolStopsAreSeenAnywhereOnThePath() {
        Run run = scene.run("r");
        Run revoked = run.withLease(run.lease().revoke(at(0), BARRIER));
        assertThat(Authority.revoked(List.of(run, run))).isFalse();
        assertThat(Authority.revoked(List.of(run, revoked))).isTrue();
        assertThat(Authority.revoked(List.of(revoked, run))).isTrue();
        assertThat(Authority.toolStopped(List.of(run), "a.b")).isFalse();
        assertThat(Authority.toolStopped(
                        List.of(run, run.withStoppedTool(new CapabilityPattern("a.*"))), "a.b"))
                .isTrue();
        assertThat(OperationKey.of("r", "a")).hasToString("r/a");
    }

    @Test
    void someRefusalsLast() {
        assertThat(EnumSet.allOf(Decision.class).stream().filter(Decision::lasting))
                .containsExactly(
                        Decision.DENY_LEASE_EXPIRED,
                        Decision.DENY_OPERATION_EXPIRED,
                        Decision.DENY_CAPABILITY);
    }
}
