package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecordCancelTest {
    private static final String ASKER = "stop-r-01#2";

    @RegisterExtension
    final Scene scene = new Scene();

    private boolean due(Operation operation) {
        return due(operation, at(0));
    }

    private boolean due(Operation operation, Instant now) {
        return RecordCancel.due(operation, scene.deployment.profile(), stopped(at(1)), now);
    }

    /** The second claim of a stop that was requested then. */
    private static Barrier stopped(Instant requestedAt) {
        return new Barrier(
                new BarrierId("stop-r-01"),
                new TreeId("r"),
                new RunId("r"),
                new Selector.Everything(),
                requestedAt,
                "operator:thomas",
                "wrong commit",
                2,
                Optional.empty(),
                Optional.empty(),
                BarrierState.SETTLING,
                new Barrier.Claim(2, at(60)),
                Lamps.requested(requestedAt),
                requestedAt,
                Tally.ZERO,
                0,
                Optional.empty(),
                requestedAt);
    }

    private Operation running() {
        scene.run("r");
        return scene.running("r/a");
    }

    private static Operation requested(Operation operation, String asker) {
        return operation
                .change()
                .cancelRequest(new CancelRequest.Requested(at(0), asker, false))
                .done();
    }

    private static Operation answered(
            Operation operation, String asker, String response, boolean withJob) {
        return operation
                .change()
                .cancelRequest(new CancelRequest.Answered(
                        at(0), asker, withJob, response, "said so", at(1)))
                .done();
    }

    @Test
    void everyProviderThatCanIsAskedOnce() {
        Operation running = running();
        assertThat(due(running)).isTrue();
        for (String response : new String[] {"accepted", "already_ended", "not_answered"}) {
            assertThat(due(answered(running, ASKER, response, false)))
                    .as(response)
                    .isFalse();
            assertThat(due(answered(running, "stop-r-01#1", response, false))).isFalse();
        }
        scene.deployment.can(false, true);
        assertThat(due(running)).isFalse();
    }

    @Test
    void whatWasCarriedOutIsNotCancelled() {
        running();
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(due(scene.operation("r/a"))).isFalse();
        scene.running("r/b");
        scene.finish("r/b", Outcome.FAILED);
        assertThat(due(scene.operation("r/b"))).as("its job may still run").isTrue();
    }

    /** The simulation found two barriers that asked in turn. */
    @Test
    void aRefusalIsAskedAboutOncePerClaim() {
        Operation running = running();
        assertThat(due(answered(running, ASKER, "refused", false))).isFalse();
        assertThat(due(answered(running, "stop-r-01#1", "refused", false))).isTrue();
        Operation refused = answered(running, "stop-p-01#2", "refused", false);
        assertThat(due(refused)).as("under a stop that came after the question").isTrue();
        assertThat(RecordCancel.due(refused, scene.deployment.profile(), stopped(at(0)), at(0)))
                .as("under one that was there before")
                .isFalse();
    }

    @Test
    void anIdempotentCancelMayBeRepeatedButNotAfterAYes() {
        scene.deployment.declares(false, true, false);
        Operation running = running();
        assertThat(due(answered(running, ASKER, "not_answered", false))).isTrue();
        assertThat(due(answered(running, ASKER, "refused", false))).isTrue();
        assertThat(due(answered(running, ASKER, "accepted", false))).isFalse();
    }

    @Test
    void aJobThatBecameKnownIsAskedAboutEvenAfterAYes() {
        running();
        scene.heartbeat("r/a", Sent.SENT, "preview-7712");
        Operation known = scene.operation("r/a");
        for (String response : new String[] {"accepted", "refused", "not_answered"}) {
            assertThat(due(answered(known, ASKER, response, false)))
                    .as(response)
                    .isTrue();
            assertThat(due(answered(known, ASKER, response, true))).as(response).isFalse();
        }
        Operation seen = scene.running("r/b")
                .change()
                .looking(Looking.NOT_YET.withJobSeen())
                .done();
        assertThat(due(answered(seen, ASKER, "accepted", false))).isTrue();
    }

    @Test
    void anUnansweredRequestIsRepeatedByTheNextClaimAndByOthersOnceItCountsAsLost() {
        Operation running = running();
        assertThat(due(requested(running, ASKER))).isFalse();
        assertThat(due(requested(running, "stop-r-01#1"))).isTrue();
        assertThat(due(requested(running, "stop-p-01#1"), at(60))).isFalse();
        assertThat(due(requested(running, "stop-p-01#1"), at(61))).isTrue();
    }

    @Test
    void theRequestAndTheAnswerAreTwoRecords() {
        scene.run("r");
        scene.sent("r/a");
        scene.stop("r");
        Fence fence = scene.node.claim().orElseThrow();
        ProviderProfile profile = scene.deployment.profile();
        assertThat(scene.ledger.write(
                        new RecordCancel.Request(fence, Requests.key("r/a"), profile)))
                .contains(scene.operation("r/a"));
        assertThat(scene.operation("r/a").cancelRequest())
                .isEqualTo(new CancelRequest.Requested(at(0), "stop-r-01#1", true));
        assertThat(scene.ledger.write(
                        new RecordCancel.Request(fence, Requests.key("r/a"), profile)))
                .isEmpty();
        scene.ledger.advance(Duration.ofSeconds(1));
        CancelAnswer accepted = new CancelAnswer.Accepted("HTTP 202");
        scene.ledger.write(new RecordCancel.Answer(fence, Requests.key("r/a"), accepted));
        CancelRequest answered = new CancelRequest.Answered(
                at(0), "stop-r-01#1", true, "accepted", "HTTP 202", at(1));
        assertThat(scene.operation("r/a").cancelRequest()).isEqualTo(answered);
        scene.ledger.write(new RecordCancel.Answer(
                fence, Requests.key("r/a"), new CancelAnswer.Refused("HTTP 404")));
        assertThat(scene.operation("r/a").cancelRequest()).isEqualTo(answered);
        Fence old = new Fence(fence.barrier(), 0);
        assertThat(scene.ledger.write(new RecordCancel.Request(old, Requests.key("r/a"), profile)))
                .isEmpty();
        assertThat(scene.ledger.write(new RecordCancel.Answer(old, Requests.key("r/a"), accepted)))
                .isFalse();
    }

    @Test
    void workWithoutEffectsIsCancelledOnlyWhereAJobIsKnown() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().effectFree());
        scene.running("r/b", Wanted.preview().effectFree());
        scene.heartbeat("r/b", Sent.SENT, "preview-7712");
        scene.stop("r");
        scene.node.work();
        assertThat(scene.deployment.calls()).containsExactly("cancel r/b");
    }

    @Test
    void everyAnswerHasItsWord() {
        assertThat(new CancelAnswer.Accepted("x").word()).isEqualTo("accepted");
        assertThat(new CancelAnswer.AlreadyEnded("x").word()).isEqualTo("already_ended");
        assertThat(new CancelAnswer.Refused("x").word()).isEqualTo("refused");
        assertThat(new CancelAnswer.NotAnswered("x").word()).isEqualTo("not_answered");
        assertThat(new CancelAnswer.Unsupported().word()).isEqualTo("unsupported");
        assertThat(new CancelAnswer.Unsupported().detail())
                .isEqualTo("the provider declares no cancel");
        assertThat(Optional.of(new CancelAnswer.Refused("HTTP 404").detail())).contains("HTTP 404");
    }
}
