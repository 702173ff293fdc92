package dev.quietus.core;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.ledger.LedgerInvariants;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.Observation.JobState;
import dev.quietus.core.settlement.SettleByHand;
import dev.quietus.core.settlement.TestingProvider;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Drives every declared transition through real transactions; one that nothing takes is dead. */
class TransitionsVisitedTest {
    private static final Duration MINUTE = Duration.ofSeconds(61);

    private static void approve(Scene scene, String key, boolean yes) {
        scene.ledger.write(
                new DecideOperation(key(key), yes, Optional.of("because"), "operator:thomas"));
    }

    private static void byHand(Scene scene, String key, SettledState as) {
        scene.ledger.write(new SettleByHand(key(key), as, "seen", "operator:x", scene.providers));
    }

    private static void decisions() {
        Scene scene = new Scene();
        scene.run("r");
        for (String id : new String[] {"yes", "no", "later", "swept", "late"}) {
            Wanted wanted = Wanted.preview().approved();
            if (id.equals("later")) {
                wanted.notBefore(at(10));
            }
            if (id.equals("late")) {
                wanted.expiresAt(at(1));
            }
            scene.queued("r/" + id, wanted);
        }
        approve(scene, "r/yes", true);
        approve(scene, "r/later", true);
        approve(scene, "r/no", false);
        scene.queued("r/queued");
        scene.queued("r/denied", Wanted.preview().expiresAt(at(1)));
        scene.queued("r/timer", Wanted.preview().notBefore(at(10)));
        scene.queued("r/denied-timer", Wanted.preview().notBefore(at(1)).expiresAt(at(2)));
        scene.ledger.advance(Duration.ofSeconds(5));
        scene.begin("r/late");
        scene.begin("r/denied");
        scene.begin("r/denied-timer");
        scene.stop("r");
        scene.node.workFor(MINUTE);
        LedgerInvariants.check(scene.ledger);
    }

    private static void results() {
        Scene scene = new Scene();
        scene.run("r");
        scene.running("r/ok");
        scene.finish("r/ok", Outcome.SUCCEEDED);
        scene.running("r/failed");
        scene.finish("r/failed", Outcome.FAILED);
        scene.running("r/cancelled");
        scene.finish("r/cancelled", Outcome.CANCELLED);
        scene.retrying("r/again", Wanted.preview(), Duration.ZERO);
        scene.begin("r/again", "worker-2", "request-2");
        scene.retrying("r/seen", Wanted.preview(), Duration.ofHours(1));
        scene.deployment.commit("r/seen");
        scene.retrying("r/absent", Wanted.preview(), Duration.ofSeconds(40));
        for (int i = 0; i < 9; i++) {
            scene.node.keepHouse();
            scene.ledger.advance(Duration.ofSeconds(5));
        }
        scene.begin("r/absent", "worker-2", "request-2");
        scene.ledger.write(new CompleteRun(new RunId("r"), "agent:x"));
        scene.ledger.advance(Duration.ofHours(2));
        scene.node.keepHouse();
        scene.run("s");
        scene.ledger.write(new CompleteRun(new RunId("s"), "agent:x"));
        LedgerInvariants.check(scene.ledger);
    }

    /** Outcomes that nobody knew, and what becomes of them. */
    private static void unknowns() {
        Scene scene = new Scene();
        scene.run("r");
        String[] ids = {"proven", "ended", "ok", "failed", "cancelled"};
        for (String id : ids) {
            scene.running("r/" + id, Wanted.call("local.do"));
        }
        scene.running("r/free", Wanted.call("local.do").effectFree());
        scene.stop("r");
        scene.node.workFor(MINUTE);
        byHand(scene, "r/proven", SettledState.COMPLETED_AND_VERIFIED);
        byHand(scene, "r/ended", SettledState.CANCELLED_WITHOUT_EFFECT);
        scene.finish("r/ok", Outcome.SUCCEEDED);
        scene.finish("r/failed", Outcome.FAILED);
        scene.finish("r/cancelled", Outcome.CANCELLED);
        scene.node.workFor(MINUTE);
        LedgerInvariants.check(scene.ledger);
    }

    /** Absences under a stop, and what contradicts them. */
    private static void absences() {
        Scene scene = new Scene();
        scene.run("r");
        for (String id : new String[] {"proven", "late-ok", "late-failed", "reappears"}) {
            scene.sent("r/" + id);
        }
        scene.deployment.commit("r/proven");
        var barrier = scene.stop("r");
        scene.node.work();
        scene.deployment.commit("r/reappears");
        scene.node.workFor(MINUTE.plus(MINUTE));
        assertThat(scene.now(barrier).state()).isEqualTo(BarrierState.CERTIFIED);
        scene.finish("r/late-failed", Outcome.FAILED);
        scene.finish("r/late-ok", Outcome.SUCCEEDED);
        scene.node.workFor(MINUTE);
        scene.deployment.breaks();
        scene.run("s");
        scene.sent("s/unconfirmed");
        scene.deployment.shows(TestingProvider.absent(JobState.NOT_SHOWN));
        scene.stop("s");
        scene.node.workFor(MINUTE.plus(MINUTE));
        scene.deployment.heals();
        scene.node.workFor(MINUTE.plus(MINUTE));
        LedgerInvariants.check(scene.ledger);
    }

    @Test
    void everyDeclaredTransitionIsTaken() {
        decisions();
        results();
        unknowns();
        absences();
        assertThat(ExecutionState.TABLE.unvisited()).isEmpty();
        assertThat(EffectState.TABLE.unvisited()).isEmpty();
        assertThat(BarrierState.TABLE.unvisited()).isEmpty();
        assertThat(RunState.TABLE.unvisited()).isEmpty();
    }
}
