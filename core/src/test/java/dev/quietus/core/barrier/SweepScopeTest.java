package dev.quietus.core.barrier;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SweepScopeTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private SweepScope.Answer sweep(Fence fence) {
        return scene.ledger.write(new SweepScope(fence, scene.providers, Policy.DEFAULT));
    }

    private Fence claim() {
        return scene.node.claim().orElseThrow();
    }

    @Test
    void takesOutWhatHasNotStartedAndCountsEachSort() {
        scene.run("p");
        scene.child("c", "p");
        scene.child("d", "c");
        scene.queued("p/a");
        scene.queued("c/b");
        scene.queued("d/c", Wanted.preview().notBefore(at(60)));
        scene.queued("d/retry", Wanted.preview().kind(OperationKind.RETRY));
        scene.retrying("d/again", Wanted.preview().effectFree(), Duration.ofSeconds(5));
        scene.queued("d/timer", Wanted.preview().kind(OperationKind.TIMER));
        scene.queued("d/callback", Wanted.preview().kind(OperationKind.CALLBACK));
        scene.queued("d/approval", Wanted.preview().kind(OperationKind.RETRY).approved());
        Barrier barrier = scene.stop("p");
        Fence fence = claim();
        assertThat(sweep(fence)).isEqualTo(SweepScope.Answer.MORE);
        assertThat(scene.now(barrier).tally()).isEqualTo(new Tally(2, 3, 2, 2, 1, 0));
        assertThat(scene.now(barrier).lamps().queuedWorkCancelled()).isEmpty();
        assertThat(sweep(fence)).isEqualTo(SweepScope.Answer.DONE);
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.SIGNALLING);
        assertThat(scene.now(barrier).lamps().queuedWorkCancelled()).isPresent();
        assertThat(sweep(fence)).as("repeated without harm").isEqualTo(SweepScope.Answer.DONE);
        assertThat(scene.now(barrier).tally()).isEqualTo(new Tally(2, 3, 2, 2, 1, 0));
        assertThat(scene.found("d").state()).isEqualTo(RunState.CANCELLING);
        assertThat(scene.found("d").lease().revokedBy()).contains(barrier.id());
    }

    @Test
    void worksInBoundedBatches() {
        scene.run("r");
        for (int i = 0; i < SweepScope.BATCH + 1; i++) {
            scene.queued("r/a" + i);
        }
        Barrier barrier = scene.stop("r");
        Fence fence = claim();
        sweep(fence);
        assertThat(scene.now(barrier).tally().queuedCancelled()).isEqualTo(SweepScope.BATCH);
        sweep(fence);
        assertThat(scene.now(barrier).tally().queuedCancelled()).isEqualTo(SweepScope.BATCH + 1);
        assertThat(sweep(fence)).isEqualTo(SweepScope.Answer.DONE);
    }

    @Test
    void takesInWhatIsInFlightWithItsBudget() {
        scene.run("r");
        scene.running("r/a");
        scene.running("r/b", Wanted.call("local.do"));
        Barrier barrier = scene.stop("r");
        scene.ledger.advance(Duration.ofSeconds(2));
        sweep(claim());
        assertThat(scene.inFlight(barrier))
                .extracting(InFlight::operation, InFlight::stateAtBarrier, InFlight::capturedAt)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                scene.operation("r/a"), ExecutionState.RUNNING, at(2)),
                        org.assertj.core.groups.Tuple.tuple(
                                scene.operation("r/b"), ExecutionState.RUNNING, at(2)));
        assertThat(scene.operation("r/a").looking().deadline()).contains(at(62));
        assertThat(scene.operation("r/b").looking().deadline()).contains(at(32));
        assertThat(scene.operation("r/a").looking().nextAt()).contains(at(2));
        assertThat(scene.operation("r/a").cancelledBy()).contains(barrier.id());
    }

    /** Two facts: the retry is taken out, and what its first attempt did is still to be settled. */
    @Test
    void aRetryWithAnUnsettledAttemptIsTakenOutAndTakenIn() {
        scene.run("r");
        scene.retrying("r/a", Wanted.preview(), Duration.ofSeconds(5));
        Barrier barrier = scene.stop("r");
        scene.node.work();
        assertThat(scene.now(barrier).tally().scheduledRetriesCancelled()).isEqualTo(1);
        assertThat(scene.inFlight(barrier).getFirst().stateAtBarrier())
                .isEqualTo(ExecutionState.SCHEDULED);
        scene.deployment.commit("r/a");
        scene.node.workFor(Duration.ofSeconds(61));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.operation("r/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.outcomes(barrier).completedAndVerified()).isEqualTo(1);
    }

    @Test
    void theOperatorsOwnBudgetCountsAlsoWhereSomebodyLookedBefore() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", dev.quietus.core.operation.Attempt.Outcome.FAILED);
        scene.deployment.breaks();
        scene.node.keepHouse();
        assertThat(scene.operation("r/a").looking().deadline()).contains(at(60));
        Barrier barrier = scene.stop(
                "r",
                new Selector.Everything(),
                Optional.of(Duration.ofSeconds(5)),
                Optional.empty());
        scene.node.workFor(Duration.ofSeconds(6));
        assertThat(scene.decisions(barrier)).containsExactly("stop_incomplete");
    }

    @Test
    void aScopedSweepTouchesOnlyWhatMatches() {
        scene.run("p");
        scene.child("c", "p");
        scene.queued("p/a");
        scene.queued("c/a");
        scene.queued("c/b", Wanted.call("mail.send"));
        scene.running("c/c");
        scene.queued("p/one", Wanted.call("mail.send"));
        Barrier tools = scene.stop("p", Requests.tools("deployment.*"));
        scene.node.work();
        assertThat(scene.now(tools).tally()).isEqualTo(new Tally(0, 2, 0, 0, 0, 0));
        assertThat(scene.inFlight(tools)).hasSize(1);
        Barrier one = scene.stop("p", Requests.one("one"));
        scene.node.work();
        assertThat(scene.now(one).tally()).isEqualTo(new Tally(0, 1, 0, 0, 0, 0));
        assertThat(scene.operation("c/b").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.found("c").state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void aPromotedRunIsOutOfReach() {
        scene.run("p");
        scene.child("c", "p");
        scene.queued("c/a");
        scene.promote("c");
        Barrier barrier = scene.stop("p");
        scene.node.workFor(Duration.ofSeconds(5));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.operation("c/a").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.found("c").lease().revoked()).isFalse();
    }

    @Test
    void isRefusedUnderAnOldClaim() {
        scene.run("r");
        scene.queued("r/a");
        scene.stop("r");
        Fence old = claim();
        scene.ledger.advance(Duration.ofSeconds(31));
        claim();
        assertThat(sweep(old)).isEqualTo(SweepScope.Answer.LOST);
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.ledger.operation(key("r/a")).cancelledBy()).isEmpty();
    }

    @Test
    void manyRunsBelowAreRevokedInBoundedBatchesEachOnce() {
        int many = 2 * SweepScope.BATCH + 5;
        scene.run("p");
        scene.child("over", "p");
        scene.ledger.write(new CompleteRun(new RunId("over"), "agent"));
        for (int i = 0; i < many; i++) {
            scene.child("c" + i, i == 0 ? "p" : "c" + (i - 1) / 8);
        }
        scene.queued("c" + (many - 1) + "/a");
        Barrier barrier = scene.stop("p");
        scene.node.work();
        assertThat(scene.now(barrier).tally()).isEqualTo(new Tally(many, 1, 0, 0, 0, 0));
        for (int i = 0; i < many; i++) {
            assertThat(scene.found("c" + i).lease().revokedBy()).contains(barrier.id());
        }
        assertThat(scene.found("over").state()).isEqualTo(RunState.COMPLETED);
        assertThat(scene.operation("c" + (many - 1) + "/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(batches(barrier, EventType.DESCENDANTS_REVOKED, "runs"))
                .containsExactly(SweepScope.BATCH, SweepScope.BATCH, 5);
    }

    /** How many each event of a type names. */
    private List<Integer> batches(Barrier barrier, EventType type, String member) {
        return scene.ledger.events(barrier.tree()).stream()
                .filter(event -> event.draft().type() == type)
                .map(event -> String.valueOf(event.draft().data().get(member)).split(",").length)
                .toList();
    }

    @Test
    void whatWaitsInManyRunsIsTakenOutInBoundedBatchesEachOnce() {
        int many = 2 * SweepScope.BATCH + 5;
        scene.run("p");
        scene.child("c", "p");
        scene.running("c/busy");
        scene.retrying("c/again", Wanted.preview(), Duration.ofSeconds(5));
        for (int i = 0; i < many; i++) {
            scene.queued((i % 3 == 0 ? "p" : "c") + "/a" + i);
        }
        scene.queued("c/approval", Wanted.preview().approved());
        Barrier barrier = scene.stop("p");
        scene.node.work();
        assertThat(scene.now(barrier).tally()).isEqualTo(new Tally(1, many, 1, 0, 1, 0));
        assertThat(scene.inFlight(barrier)).hasSize(2);
        assertThat(scene.inFlight(barrier).getLast().stateAtBarrier())
                .as("a retry was taken in as it was")
                .isEqualTo(ExecutionState.SCHEDULED);
        List<Integer> batches = batches(barrier, EventType.OPERATIONS_CANCELLED, "operations");
        assertThat(batches).allMatch(size -> size <= SweepScope.BATCH);
        assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(many + 2);
    }

    @Test
    void whatWaitsIsTakenOutOnceAndOnlyUnderTheNewestClaim() {
        scene.run("p");
        scene.child("c", "p");
        scene.child("d", "p");
        scene.queued("c/a");
        scene.queued("d/b");
        scene.retrying("c/again", Wanted.preview(), Duration.ofSeconds(5));
        Barrier barrier = scene.stop("p");
        Fence old = claim();
        scene.ledger.advance(Duration.ofSeconds(31));
        Fence newest = claim();
        List<RunId> one = List.of(new RunId("c"));
        assertThat(scene.ledger.write(new CancelWaiting(old, one))).isFalse();
        assertThat(scene.operation("c/a").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.ledger.write(new CancelWaiting(newest, one))).isTrue();
        assertThat(scene.ledger.write(new CancelWaiting(newest, one))).isTrue();
        assertThat(scene.now(barrier).tally().queuedCancelled()).isEqualTo(1);
        assertThat(scene.operation("d/b").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.operation("c/again").execution())
                .as("what is to be taken in is left as it is")
                .isEqualTo(ExecutionState.SCHEDULED);
    }

    @Test
    void runsAreRevokedOnceAndOnlyUnderTheNewestClaim() {
        scene.run("p");
        scene.child("c", "p");
        scene.child("d", "p");
        scene.ledger.write(new CompleteRun(new RunId("d"), "agent"));
        Barrier barrier = scene.stop("p");
        Fence old = claim();
        scene.ledger.advance(Duration.ofSeconds(31));
        Fence newest = claim();
        List<RunId> both = List.of(new RunId("c"), new RunId("d"));
        assertThat(scene.ledger.write(new RevokeBelow(old, both))).isFalse();
        assertThat(scene.found("c").lease().revoked()).isFalse();
        assertThat(scene.ledger.write(new RevokeBelow(newest, both))).isTrue();
        assertThat(scene.ledger.write(new RevokeBelow(newest, both))).isTrue();
        assertThat(scene.now(barrier).tally().descendantLeasesRevoked()).isEqualTo(1);
        assertThat(scene.found("d").state()).isEqualTo(RunState.COMPLETED);
    }

    @Test
    void sortsWhatItTakesOut() {
        assertThat(Swept.sort(ExecutionState.AWAITING_APPROVAL, OperationKind.TIMER, 1))
                .isEqualTo(Swept.Sort.APPROVAL);
        assertThat(Swept.sort(ExecutionState.SCHEDULED, OperationKind.TOOL_CALL, 1))
                .isEqualTo(Swept.Sort.RETRY);
        assertThat(Swept.sort(ExecutionState.SCHEDULED, OperationKind.RETRY, 0))
                .isEqualTo(Swept.Sort.RETRY);
        assertThat(Swept.sort(ExecutionState.SCHEDULED, OperationKind.CALLBACK, 0))
                .isEqualTo(Swept.Sort.TIMER);
        assertThat(Swept.sort(ExecutionState.SCHEDULED, OperationKind.TOOL_CALL, 0))
                .isEqualTo(Swept.Sort.QUEUED);
        assertThat(new Tally(1, 2, 3, 4, 5, 6).cancelledBeforeStart()).isEqualTo(14);
    }
}
