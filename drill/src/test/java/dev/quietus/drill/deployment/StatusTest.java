package dev.quietus.drill.deployment;

import static dev.quietus.drill.deployment.TestingCaller.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Status calls that do not tell the truth, beside control calls that always do. */
class StatusTest extends DeploymentFixture {
    private static final List<String> CALLS = List.of(
            "/reservations?run=run-1",
            "/reservations?operation=op-1",
            "/previews?run=run-1",
            "/previews/preview-7712",
            "/jobs-ended?run=run-1");

    @Test
    void isUnavailable() throws Exception {
        assertStatusOfEveryCall("{\"run_id\":\"run-1\",\"status_unavailable\":true}", 503);
    }

    @Test
    void fails() throws Exception {
        assertStatusOfEveryCall("{\"run_id\":\"run-1\",\"status_500\":true}", 500);
    }

    @Test
    void redirectsToAnotherHostWhereALieWaits() throws Exception {
        assertStatusOfEveryCall("{\"run_id\":\"run-1\",\"status_redirect\":true}", 302);
        String port = service.url().substring(service.url().lastIndexOf(':'));
        assertThat(caller.get("/reservations?run=run-1").headers().firstValue("Location"))
                .hasValue("http://localhost" + port + "/elsewhere/reservations");
        HttpResponse<String> lie = caller.get("/elsewhere/reservations");
        assertThat(json(lie).array("items").size()).isZero();
    }

    @Test
    void answersGarbage() throws Exception {
        assertStatusOfEveryCall("{\"run_id\":\"run-1\",\"status_garbage\":true}", 200);
        HttpResponse<String> answer = caller.get("/reservations?run=run-1");
        assertThatThrownBy(() -> json(answer)).isInstanceOf(JsonException.class);
    }

    @Test
    void hangsUntilReleased() throws Exception {
        caller.preview("run-1", "op-1");
        caller.await("preview-7712", "ended");
        caller.behave("{\"status_hangs\":true}");
        CompletableFuture<HttpResponse<String>> answer =
                caller.sendLater(caller.request("/reservations?run=run-1").GET());
        caller.awaitHeld(1);
        assertThat(answer).isNotDone();
        caller.post("/control/release", "");
        assertThat(json(answer.get(20, TimeUnit.SECONDS)).array("items").size()).isEqualTo(1);
    }

    private void assertStatusOfEveryCall(String behaviour, int status) throws Exception {
        caller.preview("run-1", "op-1");
        caller.await("preview-7712", "ended");
        caller.behave(behaviour);
        for (String call : CALLS) {
            assertThat(caller.get(call).statusCode()).as(call).isEqualTo(status);
        }
        assertThat(caller.effects("run-1")).hasSize(1);
        assertThat(caller.get("/reservations?run=run-2").body())
                .isEqualTo("{\"items\":[],\"jobs\":[],\"jobs_ended\":[]}");
    }
}
