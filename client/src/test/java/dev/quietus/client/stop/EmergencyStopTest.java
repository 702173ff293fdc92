package dev.quietus.client.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.testing.RawServer;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stop button against servers that are busy, broken, silent or not there. */
@Timeout(60)
class EmergencyStopTest {

    private static final String BARRIER = "{\"barrier_id\":\"stop-r-1\",\"run_id\":\"r\"}";
    private static final String ACCEPTED =
            "HTTP/1.1 202 Accepted\r\nContent-Length: " + BARRIER.length() + "\r\n\r\n" + BARRIER;
    private static final JsonObject BODY =
            JsonObject.builder().put("reason", "wrong commit, \u00e9").build();
    private static final StopPatience QUICK = new StopPatience(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMillis(1),
            Duration.ofMillis(2),
            Duration.ofSeconds(40));

    private final List<FailedAttempt> failures = new ArrayList<>();

    private EmergencyStop button(URI uri) {
        return EmergencyStop.at(uri, Optional.of("qto_1")).with(QUICK).with(failures::add);
    }

    private StopAnswer press(URI uri) {
        return button(uri).press("r", BODY);
    }

    private List<String> reasons() {
        return failures.stream().map(FailedAttempt::reason).toList();
    }

    private static StopAnswer acknowledged() {
        return new StopAnswer.Acknowledged(Json.parseObject(BARRIER));
    }

    @Test
    void isAcknowledgedWithTheBarrier() throws Exception {
        try (TestingServer server = TestingServer.inTurn(Reply.json(202, BARRIER))) {
            StopAnswer answer = EmergencyStop.at(
                            URI.create(server.uri() + "/q/"), Optional.of("qto_1"))
                    .press("a/b", BODY);
            assertThat(answer).isEqualTo(acknowledged());
            Seen seen = server.next();
            assertThat(seen.call()).isEqualTo("POST /q/v1/runs/a%2Fb/stop");
            assertThat(seen.json()).isEqualTo(BODY);
            assertThat(seen.header("authorization")).contains("Bearer qto_1");
            assertThat(seen.header("host")).contains("127.0.0.1:" + server.uri().getPort());
        }
    }

    @Test
    void sendsNoAuthorizationWithoutAToken() throws Exception {
        try (TestingServer server = TestingServer.inTurn(Reply.json(200, BARRIER))) {
            EmergencyStop stop = EmergencyStop.at(server.uri(), Optional.empty());
            assertThat(stop.press("r", BODY)).isEqualTo(acknowledged());
            assertThat(server.next().header("authorization")).isEmpty();
        }
    }

    @Test
    void findsTheBarrierInsideAnAnswer() {
        try (TestingServer server =
                TestingServer.inTurn(Reply.json(202, "{\"x\":1,\"barrier\":" + BARRIER + "}"))) {
            assertThat(press(server.uri())).isEqualTo(acknowledged());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 413})
    void tellsARefusalWithItsProblem(int status) {
        try (TestingServer server = TestingServer.inTurn(Reply.problem(status, "not_found", ""))) {
            StopAnswer.Refused refused = (StopAnswer.Refused) press(server.uri());
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.problem().string("code")).isEqualTo("not_found");
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void makesAProblemOfARefusalThatIsNone() {
        String page = "x".repeat(199) + "\uD83D\uDE00 and more";
        try (TestingServer server = TestingServer.inTurn(Reply.text(404, "text/html", page))) {
            StopAnswer.Refused refused = (StopAnswer.Refused) press(server.uri());
            assertThat(refused.problem())
                    .isEqualTo(JsonObject.builder()
                            .put("title", "HTTP status 404")
                            .put("status", 404)
                            .put("detail", "x".repeat(199))
                            .build());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 301, 307, 204})
    void pressesAgainWhenAnAnswerMayPass(int status) {
        try (TestingServer server = TestingServer.inTurn(
                Reply.empty(status), Reply.empty(status), Reply.json(202, BARRIER))) {
            assertThat(press(server.uri())).isEqualTo(acknowledged());
            String reason = status == 204
                    ? "the server answered 204 without a barrier"
                    : "the server answered with status " + status;
            assertThat(reasons()).containsExactly(reason, reason);
            assertThat(failures.get(1).describe()).startsWith("no answer yet (2 tries in ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "<html>",
                "{\"barrier_id\":",
                "{\"x\":{\"y\":{\"barrier_id\":1}}}"
            })
    void takesNoAnswerForAnAcknowledgementWithoutABarrier(String body) {
        try (TestingServer server =
                TestingServer.inTurn(Reply.json(202, body), Reply.json(202, BARRIER))) {
            assertThat(press(server.uri())).isEqualTo(acknowledged());
            assertThat(reasons()).containsExactly("the server answered 202 without a barrier");
        }
    }

    @Test
    void pressesUntilTheServerIsThere() throws Exception {
        URI uri = RawServer.nobody();
        AtomicReference<TestingServer> started = new AtomicReference<>();
        EmergencyStop stop = EmergencyStop.at(uri, Optional.empty()).with(QUICK).with(attempt -> {
            failures.add(attempt);
            if (attempt.tries() == 2) {
                started.set(TestingServer.at(uri.getPort(), seen -> Reply.json(202, BARRIER)));
            }
        });
        try {
            assertThat(stop.press("r", BODY)).isEqualTo(acknowledged());
            assertThat(reasons()).containsExactly("connection refused", "connection refused");
        } finally {
            started.get().close();
        }
    }

    @Test
    void pressesAgainWhenTheServerHangs() throws Exception {
        StopPatience impatient = new StopPatience(
                Duration.ofSeconds(10),
                Duration.ofMillis(200),
                Duration.ofMillis(1),
                Duration.ofMillis(2),
                Duration.ofSeconds(40));
        try (RawServer server = RawServer.serving((self, socket, number) -> {
            if (number == 1) {
                self.hang();
            }
            RawServer.request(socket);
            RawServer.write(socket, ACCEPTED);
        })) {
            StopAnswer answer = button(server.uri()).with(impatient).press("r", BODY);
            assertThat(answer).isEqualTo(acknowledged());
            assertThat(reasons()).startsWith("no answer in time");
        }
    }

    @Test
    void pressesAgainWhenTheServerHangsUp() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
            RawServer.request(socket);
            switch (number) {
                case 1 -> RawServer.write(socket, "");
                case 2 -> RawServer.write(socket, ACCEPTED.substring(0, 30));
                case 3 -> RawServer.write(socket, ACCEPTED.substring(0, ACCEPTED.length() - 1));
                case 4 -> RawServer.write(socket, "SSH-2.0-OpenSSH_9.6\r\n");
                default -> RawServer.write(socket, ACCEPTED);
            }
        })) {
            assertThat(press(server.uri())).isEqualTo(acknowledged());
            assertThat(reasons())
                    .containsExactly(
                            "connection closed before the answer was complete",
                            "connection closed before the answer was complete",
                            "connection closed within the answer",
                            "not an HTTP answer");
        }
    }

    @Test
    void endsAtItsDeadlineAgainstAServerThatDripsBytes() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
            RawServer.request(socket);
            RawServer.write(socket, "HTTP/1.1 202 Accepted\r\n\r\n");
            while (!socket.isClosed()) {
                RawServer.write(socket, " ");
            }
        })) {
            StopAnswer answer = button(server.uri())
                    .with(QUICK.within(Duration.ofMillis(150)))
                    .press("r", BODY);
            assertThat(answer).isInstanceOf(StopAnswer.NotAcknowledged.class);
        }
    }

    @Test
    void endsInTimeIfNobodyReadsALongRequest() throws Exception {
        JsonObject body =
                JsonObject.builder().put("reason", "x".repeat(20_000_000)).build();
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang())) {
            StopAnswer answer = button(server.uri())
                    .with(QUICK.within(Duration.ofMillis(200)))
                    .press("r", body);
            assertThat(answer).isInstanceOf(StopAnswer.NotAcknowledged.class);
            assertThat(reasons()).contains("no answer in time");
        }
    }

    @Test
    void saysAtTheDeadlineHowOftenAndWhy() throws Exception {
        try (TestingServer server = TestingServer.inTurn(Reply.empty(503))) {
            StopAnswer answer = button(server.uri())
                    .with(QUICK.within(Duration.ofMillis(100)))
                    .press("r", BODY);
            assertThat(answer).isInstanceOf(StopAnswer.NotAcknowledged.class);
            StopAnswer.NotAcknowledged open = (StopAnswer.NotAcknowledged) answer;
            assertThat(open.tries()).isEqualTo(failures.size()).isPositive();
            assertThat(open.lastReason()).isEqualTo(reasons().get(open.tries() - 1));
            assertThat(reasons()).contains("the server answered with status 503");
        }
    }

    @Test
    void endsAtAnInterruptAndLeavesItSet() throws Exception {
        try (TestingServer server = TestingServer.inTurn(Reply.empty(503))) {
            Thread.currentThread().interrupt();
            StopAnswer answer = press(server.uri());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(answer)
                    .isEqualTo(new StopAnswer.NotAcknowledged(
                            1, "the server answered with status 503 (then interrupted)"));
        }
    }

    @Test
    void goesOutEvenIfItsListenerIsBroken() {
        try (TestingServer server =
                TestingServer.inTurn(Reply.empty(503), Reply.json(202, BARRIER))) {
            EmergencyStop stop = button(server.uri()).with(attempt -> {
                throw new IllegalStateException("no terminal");
            });
            assertThat(stop.press("r", BODY)).isEqualTo(acknowledged());
        }
    }

    @Test
    void refusesWhatCantBeAnAddressATokenOrAPatience() {
        URI server = URI.create("http://h");
        for (String address : List.of("ftp://h", "http://h?x", "h", "http://u@h")) {
            assertThatThrownBy(() -> EmergencyStop.at(URI.create(address), Optional.empty()))
                    .hasMessageStartingWith("server address: expected http://HOST:PORT");
        }
        assertThatThrownBy(() -> EmergencyStop.at(server, Optional.of("a\r\nb")))
                .hasMessage("token: expected visible ASCII characters without spaces");
        assertThatThrownBy(() -> StopPatience.DEFAULT.within(Duration.ZERO))
                .hasMessage("patience of a stop, deadline: expected 1 ms to 1 day, found PT0S");
        assertThatThrownBy(() -> EmergencyStop.at(server, Optional.empty()).press("..", BODY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(StopEndpoint.of(server, Optional.of("secret")).toString())
                .isEqualTo("StopEndpoint[h:80]");
    }
}
