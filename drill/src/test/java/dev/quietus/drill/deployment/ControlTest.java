package dev.quietus.drill.deployment;

import static dev.quietus.drill.deployment.TestingCaller.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Undo, and the calls by which tests and the drill see and steer everything. */
class ControlTest extends DeploymentFixture {

    @Test
    void takesAReservationBackOnce() throws Exception {
        String effect = reserved("run-1");
        assertThat(caller.delete("/reservations/" + effect).statusCode()).isEqualTo(200);
        assertThat(caller.reservations("run-1")).isEmpty();
        assertThat(caller.delete("/reservations/" + effect).statusCode()).isEqualTo(404);
        JsonObject truth = json(caller.get("/control/effects?run=run-1"));
        assertThat(truth.array("items").size()).isZero();
        assertThat(truth.array("undone").object(0).string("effect_id")).isEqualTo(effect);
    }

    @Test
    void leavesAReservationThatSomebodyChanged() throws Exception {
        String effect = reserved("run-1");
        caller.post(
                "/control/change", "{\"effect_id\":\"" + effect + "\",\"by\":\"team-payments\"}");
        HttpResponse<String> answer = caller.delete("/reservations/" + effect);
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).string("detail")).contains("team-payments");
        assertThat(caller.reservations("run-1")).hasSize(1);
    }

    @Test
    void remembersEveryRequestWithItsQuietusHeaders() throws Exception {
        caller.post("/previews", "{}", "quietus-run-id", "run-1", "quietus-lease", "lease-1");
        caller.get("/reservations?run=run-1");
        List<JsonObject> seen = json(caller.get("/control/log")).array("items").objects();
        assertThat(seen).hasSize(2);
        assertThat(seen.getFirst().string("method")).isEqualTo("POST");
        assertThat(seen.getFirst().integer("status")).isEqualTo(400);
        assertThat(seen.getFirst().object("headers"))
                .isEqualTo(JsonObject.builder()
                        .put("quietus-lease", "lease-1")
                        .put("quietus-run-id", "run-1")
                        .build());
        assertThat(seen.getLast().string("path")).isEqualTo("/reservations?run=run-1");
        long first = seen.getFirst().integer("number");
        JsonObject later = json(caller.get("/control/log?after=" + first));
        assertThat(later.array("items").size()).isEqualTo(1);
    }

    @Test
    void forgetsTheOldestRequestsAboveItsBound() {
        RequestLog log = new RequestLog();
        for (int i = 0; i < RequestLog.MAX_ENTRIES + 5; i++) {
            log.seen(Register.now(), "GET", "/", Map.of());
        }
        List<RequestLog.Entry> kept = log.after(0, Integer.MAX_VALUE);
        assertThat(kept).hasSize(RequestLog.MAX_ENTRIES);
        assertThat(kept.getFirst().number()).isEqualTo(6);
    }

    @Test
    void combinesBehavioursAndLetsARunOutweighEverybody() throws Exception {
        caller.behave("{\"status_unavailable\":true}");
        caller.behave("{\"commit_at_once\":true}");
        caller.behave("{\"run_id\":\"run-2\",\"status_unavailable\":false}");
        assertThat(caller.get("/reservations?run=run-1").statusCode()).isEqualTo(503);
        caller.preview("run-2", "op-2");
        assertThat(caller.reservations("run-2")).hasSize(1);
        assertThat(json(caller.get("/control/behaviour"))
                        .object("everybody")
                        .asMap()
                        .keySet())
                .containsExactlyInAnyOrder("status_unavailable", "commit_at_once");
    }

    @Test
    void refusesBehavioursThatItDoesNotHave() throws Exception {
        assertThat(refusal("{\"comit_at_once\":true}")).contains("no such behaviour");
        assertThat(refusal("{\"commit_at_once\":3}")).contains("true or false");
        assertThat(refusal("{\"pending_ms\":true}")).contains("whole number");
        assertThat(refusal("{\"pending_ms\":-1}")).contains("from 0 to");
    }

    @Test
    void resetsToAnEmptyServiceThatBehaves() throws Exception {
        caller.behave("{\"hold_before_commit\":true}");
        String held = caller.preview("run-1", "op-1");
        caller.await(held, "held");
        caller.post("/control/reset", "");
        assertThat(caller.get("/previews/" + held).statusCode()).isEqualTo(404);
        String fresh = caller.preview("run-1", "op-1");
        assertThat(fresh).isNotEqualTo(held);
        assertThat(caller.await(fresh, "ended").string("state")).isEqualTo("ready");
        assertThat(service.effects()).hasSize(1);
        service.reset();
        assertThat(service.effects()).isEmpty();
    }

    @Test
    void endsHeldRequestsAndThreadsWhenClosed() throws Exception {
        service.behave("run-1", Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        service.behave("run-1", Behaviours.none().with(Behaviour.STATUS_HANGS));
        String preview = caller.preview("run-1", "op-1");
        caller.await(preview, "held");
        CompletableFuture<HttpResponse<String>> answer =
                caller.sendLater(caller.request("/reservations?run=run-1").GET());
        caller.awaitHeld(2);
        service.close();
        service.close();
        assertThat(answer.handle((_, failure) -> failure != null).get()).isTrue();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("HTTP-Dispatcher");
    }

    private String reserved(String run) throws Exception {
        String preview = caller.preview(run, "op-1");
        return caller.await(preview, "ended").string("effect_id");
    }

    private String refusal(String behaviour) throws Exception {
        HttpResponse<String> answer = caller.post("/control/behaviour", behaviour);
        assertThat(answer.statusCode()).isEqualTo(400);
        return json(answer).string("detail");
    }
}
