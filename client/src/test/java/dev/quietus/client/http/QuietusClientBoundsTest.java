package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quietus.client.testing.RawServer;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.TestingServer;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The four bounds of a call, and the two ways to end it from outside. */
@Timeout(60)
class QuietusClientBoundsTest {

    private static final HttpCall RUNS = HttpCall.get("v1", "runs");
    private static final String HEAD = "HTTP/1.1 200 OK\r\n";

    private static QuietusClient.Builder once(URI uri) {
        return QuietusClient.builder(uri)
                .retry(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)));
    }

    @Test
    void doesNotWaitForASilentServer() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang());
                QuietusClient client = once(server.uri())
                        .requestTimeout(Duration.ofMillis(100))
                        .build()) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class)
                    .hasMessageContaining("no answer after 1 try in")
                    .hasMessageEndingWith(": no answer in 0.1 s");
        }
    }

    @Test
    void doesNotWaitForABodyThatDoesNotEnd() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    RawServer.write(socket, HEAD + "Content-Length: 10\r\n\r\n{\"a\"");
                    self.hang();
                });
                QuietusClient client = once(server.uri())
                        .requestTimeout(Duration.ofMillis(200))
                        .build()) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class)
                    .hasMessageEndingWith(": no answer in 0.2 s");
        }
    }

    @Test
    void endsAllTriesAtTheDeadline() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang());
                QuietusClient client = QuietusClient.builder(server.uri())
                        .requestTimeout(Duration.ofMillis(60))
                        .retry(new RetryPolicy(100, Duration.ofNanos(1), Duration.ofNanos(1)))
                        .build()) {
            QuietusUnreachableException lost = catchThrowableOfType(
                    QuietusUnreachableException.class,
                    () -> client.call(RUNS.within(Duration.ofMillis(200))));
            assertThat(lost.tries()).isBetween(1, 5);
        }
    }

    @Test
    void givesTheServerTheTimeOfALongPollBesides() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        try (TestingServer server = TestingServer.answering(seen -> exchange -> {
                    late.await();
                    Reply.json(200, "{}").answer(exchange);
                });
                QuietusClient client =
                        once(server.uri()).requestTimeout(Duration.ofMillis(50)).build()) {
            CompletableFuture<HttpAnswer> answer = CompletableFuture.supplyAsync(
                    () -> client.call(RUNS.heldFor(Duration.ofSeconds(30))));
            server.next();
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class);
            late.countDown();
            assertThat(answer.get().status()).isEqualTo(200);
        }
    }

    @Test
    void refusesAnAnswerOverItsBoundWhateverItsLengthSays() throws Exception {
        String large = "\"" + "x".repeat(2_000) + "\"";
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    if (number == 1) {
                        RawServer.write(
                                socket, HEAD + "Content-Length: " + large.length() + "\r\n\r\n");
                        RawServer.write(socket, large);
                    } else {
                        RawServer.write(socket, HEAD + "Transfer-Encoding: chunked\r\n\r\n");
                        while (!socket.isClosed()) {
                            RawServer.write(socket, "400\r\n" + "x".repeat(1024) + "\r\n");
                        }
                    }
                });
                QuietusClient client =
                        once(server.uri()).maxResponseBytes(1_000).build()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> client.call(RUNS))
                        .isInstanceOf(QuietusProtocolException.class)
                        .hasMessageEndingWith("/v1/runs: answer of more than 1000 bytes");
            }
        }
    }

    @Test
    void takesAnAnswerOfExactlyItsBound() {
        String body = "\"" + "x".repeat(998) + "\"";
        try (TestingServer server = TestingServer.inTurn(Reply.json(200, body));
                QuietusClient client =
                        once(server.uri()).maxResponseBytes(1_000).build()) {
            assertThat(client.call(RUNS).status()).isEqualTo(200);
        }
    }

    @Test
    void leavesTheInterruptSet() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang());
                QuietusClient client = once(server.uri()).build()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusInterruptedException.class)
                    .hasMessageEndingWith("/v1/runs: interrupted while waiting for the answer");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void endsAPauseBetweenTriesWhenItIsClosed() throws Exception {
        Duration hour = Duration.ofHours(1);
        try (TestingServer server = TestingServer.inTurn(Reply.empty(503))) {
            QuietusClient client = QuietusClient.builder(server.uri())
                    .deadline(Duration.ofHours(3))
                    .retry(new RetryPolicy(3, hour, hour))
                    .build();
            CompletableFuture<HttpAnswer> answer =
                    CompletableFuture.supplyAsync(() -> client.call(RUNS));
            server.next();
            client.close();
            assertThatThrownBy(answer::get)
                    .hasCauseInstanceOf(QuietusUnreachableException.class)
                    .hasMessageContaining("the client was closed");
        }
    }

    /** Closes a client while another thread does this with it and waits for a silent server. */
    private static <T> CompletableFuture<T> closedMeanwhile(Function<QuietusClient, T> calling)
            throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawServer server = RawServer.serving((self, socket, number) -> {
            RawServer.request(socket);
            asked.countDown();
            self.hang();
        })) {
            QuietusClient client = QuietusClient.to(server.uri());
            CompletableFuture<T> came = CompletableFuture.supplyAsync(() -> calling.apply(client));
            asked.await();
            client.close();
            came.handle((value, failure) -> true).join();
            return came;
        }
    }

    @Test
    void endsACallUnderWayWhenItIsClosed() throws Exception {
        assertThatThrownBy(closedMeanwhile(client -> client.call(RUNS))::get)
                .hasCauseInstanceOf(QuietusUnreachableException.class)
                .hasMessageContaining("the client was closed");
    }

    /** Its caller's thread is woken by an interrupt, which is nobody else's business. */
    @Test
    void leavesNoInterruptWhenItIsClosed() throws Exception {
        CompletableFuture<Boolean> interrupted = closedMeanwhile(client -> {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class);
            return Thread.interrupted();
        });
        assertThat(interrupted.get()).isFalse();
    }
}
