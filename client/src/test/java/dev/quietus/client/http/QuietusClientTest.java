package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.testing.RawServer;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One call: what is sent, what is tried again, what is told. */
@Timeout(60)
class QuietusClientTest {

    private static final HttpCall RUNS = HttpCall.get("v1", "runs");
    private static final RetryPolicy AT_ONCE =
            new RetryPolicy(3, Duration.ofNanos(1), Duration.ofNanos(1));

    private static QuietusClient client(URI uri) {
        return QuietusClient.builder(uri).retry(AT_ONCE).build();
    }

    @Test
    void sendsWhatTheCallSays() throws Exception {
        try (TestingServer server = TestingServer.inTurn(Reply.json(202, "{\"a\":1}"));
                QuietusClient client =
                        QuietusClient.builder(server.uri()).token("qto_1.x").build()) {
            JsonObject body = JsonObject.builder().put("reason", "é").build();
            HttpAnswer answer = client.call(HttpCall.post(body, "v1", "runs", "a/b", "stop"));
            assertThat(answer).isEqualTo(new HttpAnswer.Answered(202, Json.parse("{\"a\":1}")));
            Seen seen = server.next();
            assertThat(seen.call()).isEqualTo("POST /v1/runs/a%2Fb/stop");
            assertThat(seen.json()).isEqualTo(body);
            assertThat(seen.header("authorization")).contains("Bearer qto_1.x");
            assertThat(seen.header("content-type")).contains("application/json");
            assertThat(seen.header("accept")).contains("application/json");
            assertThat(client.toString()).doesNotContain("qto_1");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void triesAgainWhileTheServerIsBusy(int status) {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.empty(status), Reply.empty(status), Reply.json(200, "{}"));
                QuietusClient client = client(server.uri())) {
            assertThat(client.call(RUNS).status()).isEqualTo(200);
            assertThat(server.all()).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 400, 401, 403, 404, 409, 413, 500, 501})
    void takesEveryOtherRefusalAsFinal(int status) {
        try (TestingServer server =
                        TestingServer.inTurn(Reply.empty(status), Reply.json(200, "{}"));
                QuietusClient client = client(server.uri())) {
            QuietusProblemException problem =
                    catchThrowableOfType(QuietusProblemException.class, () -> client.call(RUNS));
            assertThat(problem.status()).isEqualTo(status);
            assertThat(server.all()).hasSize(1);
        }
    }

    @Test
    void followsNoRedirectForTheTokenWouldGoAlong() {
        try (TestingServer elsewhere = TestingServer.inTurn(Reply.json(200, "{}"));
                TestingServer server = TestingServer.inTurn(
                        Reply.empty(307).with("Location", elsewhere.uri().toString()));
                QuietusClient client =
                        QuietusClient.builder(server.uri()).token("t").build()) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusProblemException.class)
                    .hasMessageContaining("refused with status 307");
            assertThat(elsewhere.all()).isEmpty();
        }
    }

    @Test
    void tellsTheProblem() {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.problem(403, "denied", "\"decision\":\"deny_stale_epoch\""));
                QuietusClient client = client(server.uri())) {
            QuietusProblemException problem =
                    catchThrowableOfType(QuietusProblemException.class, () -> client.call(RUNS));
            assertThat(problem)
                    .hasMessage("GET " + server.uri()
                            + "/v1/runs: refused with status 403: no (because)");
            assertThat(problem.code()).contains("denied");
            assertThat(problem.decision()).contains("deny_stale_epoch");
            assertThat(problem.detail()).contains("because");
        }
    }

    @Test
    void keepsTheWordsOfARefusalThatIsNoProblemDocument() {
        String page = "<html>\n  Bad   Gateway é</html>";
        try (TestingServer server = TestingServer.inTurn(Reply.text(500, "text/html", page));
                QuietusClient client = client(server.uri())) {
            QuietusProblemException problem =
                    catchThrowableOfType(QuietusProblemException.class, () -> client.call(RUNS));
            assertThat(problem).hasMessageEndingWith("status 500: <html> Bad Gateway é</html>");
            assertThat(problem.rawBody()).isEqualTo(page);
            assertThat(problem.problem()).isEmpty();
            assertThat(problem.code()).isEmpty();
        }
    }

    @Test
    void takesMembersOfAnotherTypeForAbsent() {
        QuietusProblemException problem = QuietusProblemException.of(
                "x",
                403,
                "{\"decision\":7,\"title\":[],\"code\":null}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(problem.decision()).isEmpty();
        assertThat(problem.title()).isEmpty();
        assertThat(problem.code()).isEmpty();
        assertThat(problem).hasMessage("x: refused with status 403");
    }

    @Test
    void givesTheLastProblemWhenTheServerStaysBusy() {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.problem(503, "overloaded", "").with("Retry-After", "0"));
                QuietusClient client = client(server.uri())) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusProblemException.class)
                    .hasMessageContaining("503");
            assertThat(server.all()).hasSize(3);
        }
    }

    @Test
    void givesUpAtOnceWhenToldToWaitBeyondTheDeadline() {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.problem(503, "overloaded", "").with("Retry-After", "3600"));
                QuietusClient client = client(server.uri())) {
            assertThatThrownBy(() -> client.call(RUNS)).isInstanceOf(QuietusProblemException.class);
            assertThat(server.all()).hasSize(1);
        }
    }

    @Test
    void triesAgainAfterALostConnection() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    if (number == 2) {
                        RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}");
                    } else if (number == 3) {
                        RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
                    }
                });
                QuietusClient client = client(server.uri())) {
            JsonObject body = JsonObject.empty();
            assertThat(client.call(HttpCall.post(body, "v1", "runs")).status()).isEqualTo(200);
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @Test
    void saysHowOftenAndWhyNobodyAnswered() throws Exception {
        URI uri = RawServer.nobody();
        try (QuietusClient client = client(uri)) {
            QuietusUnreachableException lost = catchThrowableOfType(
                    QuietusUnreachableException.class, () -> client.call(RUNS));
            assertThat(lost.tries()).isEqualTo(3);
            assertThat(lost.reason()).isEqualTo("connection refused");
            assertThat(lost.getMessage())
                    .startsWith("GET " + uri + "/v1/runs: no answer after 3 tries in ")
                    .endsWith(" s: connection refused");
        }
    }

    @Test
    void readsAnEmptyAnswer() {
        try (TestingServer server = TestingServer.inTurn(Reply.empty(204));
                QuietusClient client = client(server.uri())) {
            assertThat(client.call(RUNS)).isEqualTo(new HttpAnswer.Empty(204));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{\"a\":1", "{\"a\":1,\"a\":1}", "nope"})
    void refusesAnAnswerThatIsNotJson(String body) {
        try (TestingServer server = TestingServer.inTurn(Reply.json(200, body));
                QuietusClient client = client(server.uri())) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusProtocolException.class)
                    .hasMessageContaining("/v1/runs: answer 200 is not JSON: JSON broken at byte ");
            assertThat(server.all()).hasSize(1);
        }
    }

    @Test
    void refusesAnArrayWhereAnObjectIsAskedFor() {
        HttpAnswer.Answered array = new HttpAnswer.Answered(200, Json.parse("[]"));
        assertThatThrownBy(array::object)
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessage("answer 200: expected a JSON object, found other JSON");
    }

    @Test
    void opensNoStreamAndMakesNoCallOnceClosed() {
        QuietusClient client = client(URI.create("http://127.0.0.1:1"));
        client.close();
        client.close();
        assertThatThrownBy(() -> client.call(RUNS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the client of http://127.0.0.1:1 is closed");
        assertThatThrownBy(() -> client.events(RUNS, Optional.empty()))
                .isInstanceOf(IllegalStateException.class);
    }
}
