package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.testing.RawServer;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A live stream that reconnects, resumes and ends. */
@Timeout(60)
class EventStreamTest {

    private static final HttpCall SIGNALS = HttpCall.get("v1", "runs", "r", "signals");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String SOON = "retry: 10\n";
    private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private static EventStream open(QuietusClient client) {
        return client.events(SIGNALS, Optional.empty());
    }

    @Test
    void readsEventsWhereverTheNetworkCutsThem() {
        String[] parts = "id: 1\nevent: e\ndata: {\"a\":\"xyz\"}\n\n".split("", -1);
        try (TestingServer server = TestingServer.inTurn(Reply.stream(parts), Reply.stream(""));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThat(stream.next(LONG)).contains(new StreamEvent("1", "e", "{\"a\":\"xyz\"}"));
            assertThat(stream.lastEventId()).contains("1");
        }
    }

    @Test
    void asksForAStreamAndResumesFromTheLastEventItRead() throws Exception {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.stream(SOON, "id: 1\ndata: a\n\n", "id: 2\ndata: b\n\nid: 3\ndata"),
                        Reply.empty(503),
                        Reply.stream("id: 4\ndata: c\n\n"));
                QuietusClient client =
                        QuietusClient.builder(server.uri()).token("t").build();
                EventStream stream = client.events(SIGNALS, Optional.of("0"))) {
            assertThat(stream.isConnected()).isFalse();
            assertThat(stream.lastEventId()).contains("0");
            assertThat(data(stream)).isEqualTo("a");
            assertThat(stream.isConnected()).isTrue();
            assertThat(stream.lastFailure()).isEmpty();
            assertThat(data(stream)).isEqualTo("b");
            assertThat(data(stream)).isEqualTo("c");
            assertThat(stream.lastFailure()).contains("status 503");

            Seen first = server.next();
            assertThat(first.call()).isEqualTo("GET /v1/runs/r/signals");
            assertThat(first.header("accept")).contains("text/event-stream");
            assertThat(first.header("authorization")).contains("Bearer t");
            assertThat(first.header("last-event-id")).contains("0");
            assertThat(server.next().header("last-event-id")).contains("2");
            assertThat(server.next().header("last-event-id")).contains("2");
        }
    }

    @Test
    void givesOutWhatWasReadBeforeItWaitsAgain() {
        try (TestingServer server = TestingServer.answering(seen ->
                        exchange -> Reply.stream("data: a\n\ndata: b\n\n").answer(exchange));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThat(data(stream)).isEqualTo("a");
            assertThat(stream.next(Duration.ZERO)).map(StreamEvent::data).contains("b");
            assertThat(stream.next(Duration.ZERO)).isEmpty();
            assertThat(stream.next(Duration.ofSeconds(-1))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 302})
    void tellsARefusalForGoodEachTime(int status) {
        try (TestingServer server = TestingServer.inTurn(Reply.problem(status, "forbidden", ""));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> stream.next(LONG))
                        .isInstanceOf(QuietusProblemException.class)
                        .hasMessage("live stream " + server.uri()
                                + "/v1/runs/r/signals: refused with status " + status
                                + ": no (because)");
            }
            assertThat(server.all()).hasSize(1);
        }
    }

    @Test
    void refusesWhatIsNoEventStream() {
        try (TestingServer server = TestingServer.inTurn(Reply.text(200, "text/html", "<html>"));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThatThrownBy(() -> stream.next(LONG))
                    .isInstanceOf(QuietusProtocolException.class)
                    .hasMessageEndingWith(": expected text/event-stream, found text/html");
        }
    }

    @Test
    void takesAContentTypeWithParameters() {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.text(200, "Text/Event-Stream; charset=utf-8", "data: a\n\n"));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThat(data(stream)).isEqualTo("a");
        }
    }

    @Test
    void endsWhenTheServerSaysNotToComeBack() {
        try (TestingServer server = TestingServer.inTurn(Reply.empty(204));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThat(stream.next(LONG)).isEmpty();
            assertThat(stream.isClosed()).isTrue();
            assertThat(stream.next(LONG)).isEmpty();
            assertThat(server.all()).hasSize(1);
        }
    }

    @Test
    void givesOutWhatCameBeforeAnIdThatCantBeSentBack() {
        try (TestingServer server = TestingServer.inTurn(
                        Reply.stream("id: 1\ndata: a\n\nid: \u00e9\ndata: b\n\n"));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            assertThat(data(stream)).isEqualTo("a");
            assertThat(data(stream)).isEqualTo("b");
            assertThatThrownBy(() -> stream.next(LONG))
                    .isInstanceOf(QuietusProtocolException.class)
                    .hasMessageEndingWith(": an event id that is not printable ASCII");
            assertThatThrownBy(() -> client.events(SIGNALS, Optional.of("a\r\nX: y")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void opensASilentStreamAgain() throws Exception {
        try (TestingServer server = TestingServer.inTurn()) {
            server.nowAnswering(seen -> seen.header("last-event-id").isEmpty()
                    ? exchange -> {
                        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody()
                                .write((SOON + "id: 1\ndata: a\n\n")
                                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
                        exchange.getResponseBody().flush();
                        server.never().answer(exchange);
                    }
                    : Reply.stream("data: b\n\n"));
            try (QuietusClient client = QuietusClient.builder(server.uri())
                            .streamSilence(Duration.ofMillis(100))
                            .build();
                    EventStream stream = open(client)) {
                assertThat(data(stream)).isEqualTo("a");
                assertThat(data(stream)).isEqualTo("b");
                assertThat(stream.lastFailure()).contains("nothing heard for 0.1 s");
            }
        }
    }

    @Test
    void connectsAgainToAServerThatDoesNotAnswer() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    if (number == 1) {
                        self.hang();
                    }
                    RawServer.write(socket, STREAM + "\r\n");
                    RawServer.write(socket, "data: a\n\n");
                });
                QuietusClient client = QuietusClient.builder(server.uri())
                        .requestTimeout(Duration.ofMillis(100))
                        .build();
                EventStream stream = open(client)) {
            assertThat(data(stream)).isEqualTo("a");
            assertThat(stream.lastFailure()).contains("no answer in time");
        }
    }

    @Test
    void saysThatNobodyListens() throws Exception {
        URI uri = RawServer.nobody();
        try (QuietusClient client = QuietusClient.to(uri);
                EventStream stream = open(client)) {
            while (stream.lastFailure().isEmpty()) {
                assertThat(stream.next(Duration.ofMillis(20))).isEmpty();
            }
            assertThat(stream.lastFailure()).contains("connection refused");
            assertThat(stream.toString())
                    .isEqualTo("EventStream[/v1/runs/r/signals, not connected]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"connecting", "reading", "pausing"})
    void endsAWaitingReaderWhenAnotherThreadClosesIt(String phase) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    if (phase.equals("reading")) {
                        RawServer.write(socket, STREAM + "\r\n: \n\n");
                    }
                    if (phase.equals("pausing")) {
                        RawServer.write(socket, STREAM + "Content-Length: 14\r\n\r\n");
                        RawServer.write(socket, "retry: 15000\n\n");
                    }
                    asked.countDown();
                    self.hang();
                });
                QuietusClient client = QuietusClient.to(server.uri())) {
            EventStream stream = open(client);
            CompletableFuture<Optional<StreamEvent>> reader =
                    CompletableFuture.supplyAsync(() -> stream.next(Duration.ofHours(1)));
            asked.await();
            stream.close();
            stream.close();
            assertThat(reader.get(20, TimeUnit.SECONDS)).isEmpty();
            assertThat(stream.isClosed()).isTrue();
            assertThat(stream.isConnected()).isFalse();
        }
    }

    @Test
    void isClosedWithItsClient() throws Exception {
        try (TestingServer server = TestingServer.answering(seen -> Reply.stream(": \n\n"))) {
            QuietusClient client = QuietusClient.to(server.uri());
            EventStream stream = open(client);
            CompletableFuture<Optional<StreamEvent>> reader =
                    CompletableFuture.supplyAsync(() -> stream.next(Duration.ofHours(1)));
            server.next();
            client.close();
            assertThat(reader.get(20, TimeUnit.SECONDS)).isEmpty();
            assertThat(stream.isClosed()).isTrue();
        }
    }

    @Test
    void staysUsableAfterAnInterrupt() {
        try (TestingServer server = TestingServer.answering(seen -> Reply.stream("data: a\n\n"));
                QuietusClient client = QuietusClient.to(server.uri());
                EventStream stream = open(client)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> stream.next(LONG))
                    .isInstanceOf(QuietusInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(data(stream)).isEqualTo("a");
        }
    }

    private static String data(EventStream stream) {
        return stream.next(LONG).orElseThrow().data();
    }
}
