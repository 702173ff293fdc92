package dev.quietus.drill.deployment;

import static dev.quietus.drill.deployment.TestingCaller.json;
import static dev.quietus.drill.deployment.TestingCaller.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Asking for previews, and seeing what became of them. */
class PreviewTest extends DeploymentFixture {

    @Test
    void acceptsAnOrderAsPendingAndNamesTheJob() throws Exception {
        caller.behave("{\"pending_ms\":60000}");
        HttpResponse<String> answer =
                caller.post("/previews", order("run-1", "op-1", "key-1", "8bc911d"));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).string("preview_id")).isEqualTo("preview-7712");
        assertThat(json(answer).string("state")).isEqualTo("pending");
        assertThat(answer.headers().firstValue("Location")).hasValue("/previews/preview-7712");
    }

    @Test
    void runsAJobToItsEndAndWritesOneReservation() throws Exception {
        String preview = caller.preview("run-1", "op-1");
        JsonObject ended = caller.await(preview, "ended");
        assertThat(ended.string("state")).isEqualTo("ready");
        List<JsonObject> shown = caller.reservations("run-1");
        assertThat(shown).hasSize(1).isEqualTo(caller.effects("run-1"));
        assertThat(shown.getFirst().string("effect_id")).isEqualTo(ended.string("effect_id"));
        assertThat(shown.getFirst().string("operation_id")).isEqualTo("op-1");
        assertThat(shown.getFirst().string("environment")).isEqualTo("preview-payments");
        assertThat(json(caller.get("/reservations?operation=op-1"))
                        .array("items")
                        .size())
                .isEqualTo(1);
        assertThat(caller.reservations("run-2")).isEmpty();
    }

    @Test
    void showsJobsAndThoseThatHaveEndedInTheSameLook() throws Exception {
        caller.behave("{\"run_id\":\"run-1\",\"hold_before_commit\":true}");
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "held");
        JsonObject before = json(caller.get("/reservations?run=run-1"));
        assertThat(before.array("jobs").size()).isEqualTo(1);
        assertThat(before.array("jobs_ended").size()).isZero();
        caller.post("/control/release", "");
        caller.await(preview, "ended");
        JsonObject after = json(caller.get("/reservations?run=run-1"));
        assertThat(after.array("jobs_ended").object(0).string("preview_id")).isEqualTo(preview);
        JsonObject ended = json(caller.get("/jobs-ended?run=run-1"));
        assertThat(ended.array("items").object(0).bool("ended")).isTrue();
        JsonObject previews = json(caller.get("/previews?run=run-1"));
        assertThat(previews.array("items").object(0).string("state")).isEqualTo("ready");
        assertThat(json(caller.get("/previews/" + preview)).bool("ended")).isTrue();
        assertThat(caller.get("/previews/preview-1").statusCode()).isEqualTo(404);
    }

    @Test
    void answersTheSameKeyWithTheSameJob() throws Exception {
        String preview = caller.preview("run-1", "op-1");
        HttpResponse<String> again =
                caller.post("/previews", order("run-2", "op-1", "op-1", "8bc911d"));
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(json(again).string("preview_id")).isEqualTo(preview);
        HttpResponse<String> other =
                caller.post("/previews", order("run-1", "op-1", "op-1", "0000000"));
        assertThat(other.statusCode()).isEqualTo(409);
        caller.await(preview, "ended");
        assertThat(service.effects()).hasSize(1);
    }

    @Test
    void refusesOrdersOfTheWrongForm() throws Exception {
        assertThat(caller.post("/previews", "{\"run_id\":").statusCode()).isEqualTo(400);
        assertThat(caller.post("/previews", "{}").statusCode()).isEqualTo(400);
        String spaced = order("run 1", "op-1", "key-1", "8bc911d");
        assertThat(caller.post("/previews", spaced).statusCode()).isEqualTo(400);
        String large = "x".repeat(HttpEdge.MAX_BODY_BYTES + 1);
        assertThat(caller.post("/previews", large).statusCode()).isEqualTo(413);
        assertThat(caller.delete("/previews").statusCode()).isEqualTo(405);
        assertThat(caller.get("/nowhere").statusCode()).isEqualTo(404);
        assertThat(caller.get("/reservations?runn=run-1").statusCode()).isEqualTo(400);
        assertThat(caller.get("/reservations?run=").statusCode()).isEqualTo(400);
    }

    @Test
    void readsPercentEncodedValues() throws Exception {
        caller.behave("{\"commit_at_once\":true}");
        caller.preview("run/+&1", "op-1");
        assertThat(caller.reservations("run%2F+%261")).hasSize(1);
    }

    @Test
    void commitsAtOnceWhenToldTo() throws Exception {
        caller.behave("{\"commit_at_once\":true,\"reserved_ms\":60000}");
        HttpResponse<String> answer =
                caller.post("/previews", order("run-1", "op-1", "key-1", "8bc911d"));
        assertThat(json(answer).string("state")).isEqualTo("reserved");
        assertThat(caller.effects("run-1")).hasSize(1);
    }

    @Test
    void neverCommitsWhenToldTo() throws Exception {
        caller.behave("{\"never_commit\":true}");
        String preview = caller.preview("run-1", "op-1");
        assertThat(caller.await(preview, "ended").string("state")).isEqualTo("failed");
        assertThat(caller.effects("run-1")).isEmpty();
    }

    @Test
    void dropsTheAnswerAndCommitsAllTheSame() throws Exception {
        caller.behave("{\"run_id\":\"run-1\",\"drop_answer\":true}");
        assertThatThrownBy(() -> caller.preview("run-1", "op-1")).isInstanceOf(IOException.class);
        JsonObject job =
                json(caller.get("/control/effects?run=run-1")).array("jobs").object(0);
        caller.await(job.string("preview_id"), "ended");
        assertThat(caller.effects("run-1")).hasSize(1);
        JsonObject seen = json(caller.get("/control/log")).array("items").object(0);
        assertThat(seen.string("path")).isEqualTo("/previews");
        assertThat(seen.has("status")).isFalse();
    }

    @Test
    void refusesStaleEpochsBehindItsFence() throws Exception {
        caller.behave("{\"stale_epoch_fence\":18}");
        String order = order("run-1", "op-1", "key-1", "8bc911d");
        HttpResponse<String> stale =
                caller.post("/previews", order, "quietus-revocation-epoch", "17");
        assertThat(stale.statusCode()).isEqualTo(403);
        assertThat(json(stale).string("decision")).isEqualTo("deny_stale_epoch");
        assertThat(caller.post("/previews", order).statusCode()).isEqualTo(403);
        HttpResponse<String> current =
                caller.post("/previews", order, "quietus-revocation-epoch", "18");
        assertThat(current.statusCode()).isEqualTo(202);
    }

    @Test
    void asksToComeBackLaterForTheNextRequests() throws Exception {
        caller.behave("{\"retry_after_requests\":2,\"retry_after_seconds\":3}");
        HttpResponse<String> first = caller.get("/reservations?run=run-1");
        assertThat(first.statusCode()).isEqualTo(429);
        assertThat(first.headers().firstValue("Retry-After")).hasValue("3");
        String order = order("run-1", "op-1", "key-1", "8bc911d");
        assertThat(caller.post("/previews", order).statusCode()).isEqualTo(429);
        assertThat(caller.post("/previews", order).statusCode()).isEqualTo(202);
    }
}
