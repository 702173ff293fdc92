package dev.quietus.core.barrier;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StopRunTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private StopRun.Answer stop(String run, Selector selector) {
        return scene.ledger.write(
                Requests.stopping(run, selector, Optional.empty(), Optional.empty()));
    }

    @Test
    void writesBarrierEpochAndRevokedLeaseTogether() {
        Run before = scene.run("r");
        scene.ledger.advance(Duration.ofSeconds(7));
        Barrier barrier = scene.stop(
                "r",
                new Selector.Everything(),
                Optional.of(Duration.ofSeconds(20)),
                Optional.of(Duration.ofSeconds(5)));
        assertThat(barrier)
                .isEqualTo(new Barrier(
                        new BarrierId("stop-r-01"),
                        new TreeId("r"),
                        new RunId("r"),
                        new Selector.Everything(),
                        at(7),
                        "operator:thomas",
                        "wrong_commit_detected",
                        2,
                        Optional.of(Duration.ofSeconds(20)),
                        Optional.of(Duration.ofSeconds(5)),
                        BarrierState.REQUESTED,
                        new Barrier.Claim(0, at(7)),
                        new Lamps(Optional.empty(), at(7), Optional.empty(), Optional.empty()),
                        at(7),
                        Tally.ZERO,
                        0,
                        Optional.empty(),
                        at(7)));
        assertThat(scene.found("r"))
                .isEqualTo(before.withLease(before.lease().revoke(at(7), barrier.id()))
                        .withNextEpoch()
                        .withState(RunState.CANCELLING, Optional.empty()));
        assertThat(scene.ledger.story(new TreeId("r")))
                .containsExactly(EventType.RUN_REGISTERED, EventType.STOP_REQUESTED);
    }

    @Test
    void isOneWriteWhateverTheSizeOfTheTree() {
        scene.run("p");
        Run child = scene.child("c", "p");
        scene.queued("c/a");
        long writes = scene.ledger.writes();
        scene.stop("p");
        assertThat(scene.ledger.writes()).isEqualTo(writes + 1);
        assertThat(scene.found("c")).isEqualTo(child);
    }

    @Test
    void theSameStopAgainFindsTheSameBarrier() {
        scene.run("r");
        Barrier barrier = scene.stop("r");
        StopRun.Stopping again = (StopRun.Stopping) stop("r", new Selector.Everything());
        assertThat(again.opened()).isFalse();
        assertThat(again.barrier()).isEqualTo(barrier);
        assertThat(scene.found("r").epoch()).isEqualTo(2);
        scene.node.workFor(Duration.ofSeconds(5));
        Barrier certified = scene.now(barrier);
        assertThat(certified.state()).isEqualTo(BarrierState.CERTIFIED);
        assertThat(stop("r", new Selector.Everything()))
                .isEqualTo(new StopRun.Stopping(certified, false));
        assertThat(scene.ledger.story(barrier.tree()))
                .filteredOn(EventType.STOP_REPEATED::equals)
                .hasSize(2);
    }

    @Test
    void aRepeatedStopLooksAtEverythingUnsettledAtOnce() {
        scene.run("r");
        scene.sent("r/a");
        scene.deployment.breaks();
        Barrier barrier = scene.stop("r");
        scene.node.workFor(Duration.ofSeconds(70));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.INCOMPLETE);
        scene.deployment.heals();
        scene.stop("r");
        scene.node.work();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.QUIET);
    }

    @Test
    void aRepeatedStopRestsWhereNobodyCanBeAsked() {
        scene.run("r");
        scene.running("r/a", dev.quietus.core.Wanted.call("local.do"));
        Barrier barrier = scene.stop("r");
        scene.node.work();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.INCOMPLETE);
        scene.stop("r");
        scene.node.work();
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.INCOMPLETE);
        assertThat(scene.decisions(barrier)).hasSize(1);
    }

    @Test
    void aScopedStopLeavesEpochAndLeaseAlone() {
        Run run = scene.run("r");
        scene.queued("r/a");
        Barrier tools = scene.stop("r", Requests.tools("deployment.*"));
        assertThat(scene.found("r"))
                .isEqualTo(run.withStoppedTool(new CapabilityPattern("deployment.*")));
        Barrier one = scene.stop("r", Requests.one("a"));
        assertThat(scene.found("r"))
                .isEqualTo(run.withStoppedTool(new CapabilityPattern("deployment.*")));
        assertThat(List.of(tools.id().value(), one.id().value()))
                .containsExactly("stop-r-01", "stop-r-02");
        assertThat(one.newEpoch()).isEqualTo(1);
        assertThat(scene.operation("r/a").cancelledBy()).contains(one.id());
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.found("r").state()).isEqualTo(RunState.RUNNING);
        assertThat(scene.decisions(tools)).containsExactly("stopped_and_quiet");
        assertThat(scene.decisions(one)).containsExactly("stopped_and_quiet");
    }

    @Test
    void aStopOfOneOperationTouchesNothingThatHasEnded() {
        scene.run("r");
        scene.running("r/a", dev.quietus.core.Wanted.preview().effectFree());
        scene.finish("r/a", Outcome.SUCCEEDED);
        var done = scene.operation("r/a");
        Barrier barrier = scene.stop("r", Requests.one("a"));
        assertThat(scene.operation("r/a")).isEqualTo(done);
        scene.node.workFor(Duration.ofSeconds(5));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
    }

    @Test
    void aFullStopAfterAScopedOneIsItsOwnBarrier() {
        scene.run("r");
        scene.sent("r/a");
        Barrier tools = scene.stop("r", Requests.tools("deployment.*"));
        Barrier all = scene.stop("r");
        assertThat(all.id()).isNotEqualTo(tools.id());
        scene.node.workFor(Duration.ofSeconds(70));
        assertThat(scene.decisions(tools)).containsExactly("stopped_and_quiet");
        assertThat(scene.decisions(all)).containsExactly("stopped_and_quiet");
        assertThat(scene.deployment.cancels()).as("asked once for both").isEqualTo(1);
    }

    @Test
    void aCompletedRunKeepsItsStateAndIsCertified() {
        scene.run("r");
        scene.running("r/a");
        scene.finish("r/a", Outcome.SUCCEEDED);
        scene.deployment.commit("r/a");
        scene.ledger.write(new CompleteRun(new RunId("r"), "agent:claude"));
        Barrier barrier = scene.stop("r");
        assertThat(scene.found("r").state()).isEqualTo(RunState.COMPLETED);
        assertThat(scene.found("r").lease().revoked()).isTrue();
        scene.node.workFor(Duration.ofSeconds(40));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
        assertThat(scene.found("r").state()).isEqualTo(RunState.COMPLETED);
    }

    @Test
    void saysWhatIsNotThere() {
        assertThat(stop("nobody", new Selector.Everything())).isEqualTo(new StopRun.NoSuchRun());
        scene.run("r");
        assertThat(stop("r", Requests.one("x"))).isEqualTo(new StopRun.NoSuchOperation());
        assertThat(scene.ledger.barriers()).isEmpty();
    }

    @Test
    void namesBarriersOfLongRunsWithinTheBound() {
        String one = "r".repeat(189) + "1";
        String two = "r".repeat(189) + "2";
        scene.run(one);
        scene.run(two);
        String first = scene.stop(one).id().value();
        String second = scene.stop(two).id().value();
        assertThat(first).hasSizeLessThanOrEqualTo(200).isNotEqualTo(second);
    }

    @Test
    void theOperatorsPeriodsAreBounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Requests.stopping(
                        "r",
                        new Selector.Everything(),
                        Optional.of(Duration.ofHours(25)),
                        Optional.empty()))
                .withMessage("settle_timeout is not between 0 s and 24 h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Requests.stopping(
                        "r",
                        new Selector.Everything(),
                        Optional.empty(),
                        Optional.of(Duration.ofSeconds(-1))))
                .withMessage("quiet_period is not between 0 s and 24 h");
    }

    @Test
    void aSelectorIsReadFromTheWordItIsStoredAs() {
        for (Selector selector : List.of(
                new Selector.Everything(),
                new Selector.OneOperation(new OperationId("tool:x")),
                new Selector.Tools(new CapabilityPattern("a.*")))) {
            assertThat(Selector.parse(selector.word())).isEqualTo(selector);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Selector.parse("all"));
    }
}
