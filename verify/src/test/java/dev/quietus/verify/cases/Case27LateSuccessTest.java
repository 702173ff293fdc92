package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HandSettlement;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.SendState;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 27: a late success overwrites a cancel. Proves that a run stays cancelled whatever comes
 * late, that the late answer is kept beside the cancel, and that its effect is looked for before it
 * is called completed.
 */
class Case27LateSuccessTest {
    private static final String RUN = "run-h";
    private static final String BARRIER = "stop-run-h-01";

    @RegisterExtension
    final Installation installation =
            Installation.withDeployment(Duration.ofSeconds(30), Duration.ofSeconds(60));

    private TestingQuietus quietus;
    private Quietus stub;
    private DeploymentCalls deployment;
    private String preview;

    /** The stub has begun and ordered; the job stands before its commit point. */
    @BeforeEach
    void startOperation() {
        quietus = installation.quietus();
        stub = quietus.worker("stub").quietus();
        deployment = installation.closing(new DeploymentCalls(installation.deployment()));
        behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        RunAuthority run = quietus.run(RUN);
        quietus.accept(work(run, "op-1", "deployment.reserve_preview"));
        quietus.accept(work(run, "follow-up", "mail.send").queue("follow-ups"));
        assertThat(stub.begin(
                        BeginRequest.of(RUN, "op-1", run.lease(), run.revocationEpoch(), "stub")
                                .withHeartbeatTimeout(Duration.ofMinutes(50))))
                .isInstanceOf(BeginAnswer.Allowed.class);
        preview = deployment.order(RUN, "op-1");
        stub.heartbeat(new HeartbeatRequest(
                RUN, "op-1", 1, "stub", Optional.of(SendState.SENT), Optional.of(preview)));
        deployment.await(preview, "held");
    }

    @Test
    void aLateSuccessIsLookedAtBeforeItIsCalledCompleted() {
        behave(Behaviours.none().with(Behaviour.IGNORE_CANCEL));
        quietus.stop(RUN);
        assertThat(quietus.shown(RUN).string("state")).isEqualTo("cancelling");
        untilTrue(
                "the cancel is accepted",
                () -> quietus.operation(RUN, "op-1")
                        .optionalObject("cancellation")
                        .flatMap(asked -> asked.optionalString("provider_response"))
                        .equals(Optional.of("accepted")));
        installation.deployment().release();
        deployment.await(preview, "ended");
        sayGoodbye();

        JsonObject receipt = quietus.passQuiet(BARRIER);

        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.object("effects").integer("completed_and_verified")).isEqualTo(1);
        JsonObject entry = receipt.array("in_flight").object(0);
        assertThat(entry.string("settled_by")).isEqualTo("provider:deployment");
        assertThat(entry.object("effect_check").string("observed")).isEqualTo("present");
        assertThat(entry.string("rollback_owner")).isEqualTo("team-deploys");
        keepsTheAnswerBesideTheCancel("succeeded");
        nothingIsAdvanced();
    }

    @Test
    void aLateSuccessThatTheAuthorityDoesNotShowIsNeverCalledCompleted() {
        quietus.stop(RUN);
        quietus.awaitOperation(RUN, "op-1", "cancelled_during_execution");
        deployment.await(preview, "cancelled");
        sayGoodbye();
        assertThat(quietus.events(RUN, "late_result")).singleElement().satisfies(late -> {
            assertThat(late.string("barrier_id")).isEqualTo(BARRIER);
            assertThat(late.object("data").string("outcome")).isEqualTo("succeeded");
            assertThat(late.object("data").string("output_digest")).isEqualTo("goodbye");
        });
        assertThat(quietus.operation(RUN, "op-1").string("settled_state")).isEqualTo("pending");

        quietus.move(Duration.ofSeconds(61));
        quietus.awaitBarrier(BARRIER, "incomplete");
        assertThat(quietus.shown(RUN).string("state")).isEqualTo("cancelling");
        assertThat(quietus.receipt(RUN).array("reconciliation").objects())
                .singleElement()
                .satisfies(held -> assertThat(held.string("held_by")).isEqualTo("team-deploys"));

        quietus.operator()
                .quietus()
                .settle(
                        RUN,
                        "op-1",
                        HandSettlement.CANCELLED_WITHOUT_EFFECT,
                        "half of it was taken back by hand");
        assertThat(quietus.passQuiet(BARRIER).string("decision")).isEqualTo("stopped_and_quiet");
        keepsTheAnswerBesideTheCancel("succeeded");
        nothingIsAdvanced();
    }

    @Test
    void aLateSuccessAfterTheReceiptSupersedesIt() {
        behave(Behaviours.none().with(Behaviour.CLAIM_CANCELLED).with(Behaviour.IGNORE_CANCEL));
        JsonObject first = quietus.stopAndPassQuiet(RUN);
        assertThat(first.object("effects").integer("cancelled_without_effect")).isEqualTo(1);
        assertThat(quietus.shown(RUN).string("state")).isEqualTo("cancelled");

        installation.deployment().release();
        deployment.await(preview, "ended");
        sayGoodbye();
        JsonObject second = quietus.passQuiet(BARRIER);

        assertThat(quietus.events(RUN, "receipt_contradicted")).hasSize(1);
        assertThat(second.integer("revision")).isEqualTo(2);
        assertThat(second.integer("supersedes")).isEqualTo(1);
        assertThat(second.object("effects").integer("cancelled_without_effect")).isZero();
        assertThat(second.object("effects").integer("completed_and_verified")).isEqualTo(1);
        keepsTheAnswerBesideTheCancel("succeeded");
        nothingIsAdvanced();
    }

    private void behave(Behaviours behaviours) {
        installation.deployment().behave(behaviours);
    }

    private void sayGoodbye() {
        stub.finish(new FinishRequest(
                RUN, "op-1", 1, "stub", FinishFacts.succeeded().withOutputDigest("goodbye")));
    }

    private void keepsTheAnswerBesideTheCancel(String state) {
        JsonObject kept = quietus.operation(RUN, "op-1");
        assertThat(kept.string("state")).isEqualTo(state);
        assertThat(kept.string("outcome")).isEqualTo("succeeded");
        assertThat(kept.string("output_digest")).isEqualTo("goodbye");
        assertThat(kept.string("cancelled_by")).isEqualTo(BARRIER);
        assertThat(kept.object("cancellation").string("provider_response")).isEqualTo("accepted");
    }

    private void nothingIsAdvanced() {
        JsonObject run = quietus.shown(RUN);
        assertThat(run.string("state")).isEqualTo("cancelled");
        assertThat(run.object("counts").asMap().keySet())
                .containsExactlyInAnyOrder("not_started", "running", "unsettled", "unknown");
        assertThat(List.of("not_started", "running", "unsettled", "unknown"))
                .allSatisfy(
                        count -> assertThat(run.object("counts").integer(count)).isZero());
        assertThat(quietus.operation(RUN, "follow-up").string("state"))
                .isEqualTo("cancelled_before_start");
        assertThat(quietus.events(RUN, "operation_begun")).hasSize(1);
        assertThat(quietus.events(RUN, "retry_scheduled")).isEmpty();
        QuietusProblemException refused =
                Caller.refusal(() -> quietus.operator().quietus().complete(RUN));
        assertThat(refused.decision()).contains("deny_stale_epoch");
    }
}
