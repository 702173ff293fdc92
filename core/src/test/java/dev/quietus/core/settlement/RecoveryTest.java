package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecoveryTest {
    @RegisterExtension
    final Scene scene = new Scene();

    @BeforeEach
    void theProviderDeclaresAWayBack() {
        scene.deployment.people(
                Optional.of("team-deploys"),
                Optional.of(new RecoveryPath("DELETE /reservations/{id}", Optional.empty())));
    }

    private Barrier completed(String run) {
        scene.run(run);
        scene.sent(run + "/a");
        scene.deployment.commit(run + "/a");
        Barrier barrier = scene.stop(run);
        scene.node.work();
        return barrier;
    }

    @Test
    void anEffectOfAStoppedRunOpensItsRecoveryForApproval() {
        Barrier barrier = completed("r");
        Operation recovery = scene.operation("r-recovery/recover-a");
        assertThat(recovery.execution()).isEqualTo(ExecutionState.AWAITING_APPROVAL);
        assertThat(recovery.work().kind()).isEqualTo(OperationKind.RECOVERY);
        assertThat(recovery.work().effects()).isEqualTo(Effects.NONE);
        assertThat(recovery.effectId()).contains("reservation-1");
        assertThat(recovery.recovery()).contains(key("r/a"));
        assertThat(scene.operation("r/a").recovery()).contains(recovery.key());
        Run run = scene.found("r-recovery");
        assertThat(run.owner()).isEqualTo("team-deploys");
        assertThat(run.independent()).isTrue();
        assertThat(run.tree()).isEqualTo(barrier.tree());
        scene.node.workFor(Duration.ofSeconds(31));
        assertThat(scene.decisions(barrier)).containsExactly("stopped_and_quiet");
    }

    @Test
    void itStartsOnlyAfterAPersonApprovedIt() {
        completed("r");
        ClaimWork claim = new ClaimWork(
                Recovery.QUEUE, new WorkerId("w"), new RequestId("1"), Duration.ofMinutes(1));
        assertThat(scene.ledger.write(claim)).isEqualTo(new ClaimWork.NothingDue());
        assertThat(scene.begin("r-recovery/recover-a")).isInstanceOf(BeginOperation.Denied.class);
        scene.ledger.write(new DecideOperation(
                key("r-recovery/recover-a"), true, Optional.empty(), "operator:thomas"));
        assertThat(scene.ledger.write(claim)).isInstanceOf(ClaimWork.Handed.class);
    }

    @Test
    void theWholeRunHasOneRunOfRecoveries() {
        scene.run("r");
        scene.sent("r/a");
        scene.sent("r/b");
        scene.deployment.commit("r/a");
        scene.deployment.commit("r/b");
        scene.stop("r");
        scene.node.work();
        assertThat(scene.operation("r-recovery/recover-a").execution())
                .isEqualTo(scene.operation("r-recovery/recover-b").execution());
        assertThat(scene.ledger.runs()).hasSize(2);
    }

    /** Somebody's own run of that name, even in another tree, gets nothing of ours. */
    @Test
    void aForeignRunOfThatNameIsLeftAlone() {
        scene.run("r-recovery");
        completed("r");
        assertThat(scene.operation("r-recovery-2/recover-a").execution())
                .isEqualTo(ExecutionState.AWAITING_APPROVAL);
        assertThat(scene.found("r-recovery-2").registeredParent()).contains(new RunId("r"));
    }

    /** A stopped run of recoveries has no authority; what it got would never end (S3). */
    @Test
    void aRecoveryRunThatWasStoppedTakesNoMore() {
        scene.run("r");
        scene.sent("r/a");
        scene.running("r/b");
        scene.deployment.commit("r/a");
        scene.stop("r");
        scene.node.work();
        Barrier recoveries = scene.stop("r-recovery");
        scene.node.workFor(Duration.ofSeconds(1));
        scene.deployment.commit("r/b");
        scene.node.workFor(Duration.ofSeconds(100));
        assertThat(scene.operation("r/b").recovery()).contains(key("r-recovery-2/recover-b"));
        assertThat(scene.decisions(recoveries)).containsExactly("stopped_and_quiet");
    }

    @Test
    void longNamesStayWithinTheBound() {
        String run = "r".repeat(180);
        completed(run);
        Operation operation = scene.operation(run + "/a");
        assertThat(operation.recovery().orElseThrow().run().value()).hasSizeLessThanOrEqualTo(200);
    }
}
