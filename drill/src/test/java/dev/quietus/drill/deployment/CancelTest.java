package dev.quietus.drill.deployment;

import static dev.quietus.drill.deployment.TestingCaller.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request to cancel does, and what it only seems to do. */
class CancelTest extends DeploymentFixture {
    private static final String HOLD = "{\"hold_before_commit\":true}";

    @Test
    void stopsBeforeTheNextPhaseWithoutAnEffect() throws Exception {
        caller.behave(HOLD);
        String preview = held("run-1");
        HttpResponse<String> answer = caller.cancel(preview);
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).bool("accepted")).isTrue();
        assertThat(caller.await(preview, "ended").string("state")).isEqualTo("cancelled");
        assertThat(caller.effects("run-1")).isEmpty();
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(202);
    }

    @Test
    void goesOnBuildingUntilThePhaseIsOver() throws Exception {
        caller.behave("{\"building_ms\":60000}");
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "building");
        caller.cancel(preview);
        assertThat(json(caller.get("/previews/" + preview)).string("state")).isEqualTo("building");
        caller.behave("{\"building_ms\":0}");
        assertThat(caller.await(preview, "ended").string("state")).isEqualTo("cancelled");
    }

    @Test
    void saysWhenAJobHasEndedOrIsUnknown() throws Exception {
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "ended");
        HttpResponse<String> answer = caller.cancel(preview);
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).string("already")).isEqualTo("ended");
        assertThat(caller.cancel("preview-1").statusCode()).isEqualTo(404);
    }

    @Test
    void acceptsACancelAfterTheCommitPointInVain() throws Exception {
        caller.behave("{\"reserved_ms\":60000}");
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "reserved");
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(202);
        caller.behave("{\"reserved_ms\":false}");
        assertThat(caller.await(preview, "ended").string("state")).isEqualTo("ready");
        assertThat(caller.effects("run-1")).hasSize(1);
    }

    @Test
    void commitsDuringTheCancelRequest() throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"commit_during_cancel\":true}");
        String preview = held("run-1");
        assertThat(caller.effects("run-1")).isEmpty();
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(202);
        assertThat(caller.reservations("run-1")).hasSize(1);
    }

    @Test
    void commitsAfterTheCancelWhenNothingWasSeen() throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"commit_after_cancel_ms\":1}");
        String preview = held("run-1");
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(202);
        assertThat(caller.effects("run-1")).isEmpty();
        assertThat(caller.reservations("run-1")).isEmpty();
        caller.await(preview, "committed");
        assertThat(caller.reservations("run-1")).hasSize(1);
    }

    @Test
    void commitsLateEvenWhenNobodyLooks() throws Exception {
        try (DeploymentService other = DeploymentService.start(
                        DeploymentSettings.defaults().withWaitLimit(Duration.ofMillis(100)));
                TestingCaller there = new TestingCaller(other.url())) {
            there.behave("{\"commit_after_cancel_ms\":1}");
            String preview = there.preview("run-1", "op-1");
            there.cancel(preview);
            there.await(preview, "committed");
            assertThat(there.effects("run-1")).hasSize(1);
        }
    }

    @Test
    void claimsThatAJobIsCancelledWhichThenCommits() throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"claim_cancelled\":true,"
                + "\"commit_after_cancel_ms\":1}");
        String preview = held("run-1");
        caller.cancel(preview);
        JsonObject look = json(caller.get("/reservations?run=run-1"));
        assertThat(look.array("items").size()).isZero();
        assertThat(look.array("jobs_ended").object(0).string("state")).isEqualTo("cancelled");
        caller.await(preview, "committed");
        assertThat(caller.reservations("run-1")).hasSize(1);
    }

    @Test
    void ignoresACancelThatItAccepted() throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"ignore_cancel\":true}");
        String preview = held("run-1");
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(202);
        assertThat(json(caller.get("/previews/" + preview)).bool("held")).isTrue();
        caller.post("/control/release", "{\"run_id\":\"run-1\"}");
        assertThat(caller.await(preview, "ended").string("state")).isEqualTo("ready");
        assertThat(caller.effects("run-1")).hasSize(1);
    }

    @Test
    void refusesTheCancelAndGoesOn() throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"refuse_cancel\":true}");
        String preview = held("run-1");
        HttpResponse<String> answer = caller.cancel(preview);
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).bool("accepted")).isFalse();
        assertThat(json(answer).has("already")).isFalse();
        assertThat(service.release()).isEqualTo(1);
        caller.await(preview, "ended");
        assertThat(caller.effects("run-1")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"cancel_500, 500", "cancel_garbage, 200", "cancel_redirect, 302"})
    void answersACancelThatItDoesNotLookAt(String behaviour, int status) throws Exception {
        caller.behave("{\"hold_before_commit\":true,\"" + behaviour + "\":true}");
        String preview = held("run-1");
        assertThat(caller.cancel(preview).statusCode()).isEqualTo(status);
        JsonObject job = json(caller.get("/previews/" + preview));
        assertThat(job.bool("cancel_accepted")).isFalse();
        assertThat(job.bool("held")).isTrue();
        assertThat(service.release()).isEqualTo(1);
        caller.await(preview, "ended");
        assertThat(caller.effects("run-1")).hasSize(1);
    }

    @Test
    void leavesTheCancelWithoutAnAnswerUntilReleased() throws Exception {
        caller.behave("{\"cancel_hangs\":true,\"building_ms\":60000}");
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "building");
        CompletableFuture<HttpResponse<String>> answer =
                caller.sendLater(caller.posted("/previews/" + preview + "/cancel", ""));
        caller.awaitHeld(1);
        JsonObject job = json(caller.get("/previews/" + preview));
        assertThat(job.bool("cancel_accepted")).isFalse();
        assertThat(answer).isNotDone();
        caller.post("/control/release", "");
        assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
    }

    @Test
    void givesUpHeldWorkAtTheWaitLimit() throws Exception {
        try (DeploymentService other = DeploymentService.start(DeploymentSettings.defaults()
                        .withPace(QUICK)
                        .withWaitLimit(Duration.ofMillis(50)));
                TestingCaller there = new TestingCaller(other.url())) {
            other.behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
            String preview = there.preview("run-1", "op-1");
            assertThat(there.await(preview, "ended").string("state")).isEqualTo("failed");
            other.behave(Behaviours.none().with(Behaviour.CANCEL_HANGS));
            CompletableFuture<HttpResponse<String>> answer =
                    there.sendLater(there.posted("/previews/" + preview + "/cancel", ""));
            assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
        }
    }

    private String held(String run) throws Exception {
        String preview = caller.preview(run, "op-1");
        caller.await(preview, "held");
        return preview;
    }
}
