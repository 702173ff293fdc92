package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a plain connection is used again, and what a server may do to it meanwhile. */
@Timeout(60)
class KeptConnectionsTest {

    private static final HttpCall RUNS = HttpCall.get("v1", "runs");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final RetryPolicy ONCE =
            new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1));

    private static QuietusClient.Builder to(RawServer server) {
        return QuietusClient.builder(server.uri()).retry(ONCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 200 OK~Content-Length: 2~Connection: x, Close~~{}",
                "0 200 OK~Content-Length: 2~~{}",
                "1 200 OK~Content-Length: 2~Transfer-Encoding: chunked~~2~{}~0~~",
                "1 200 OK~Transfer-Encoding: chunked~Content-Length: 2~~2~{}~0~~",
                "1 200 OK~Content-Length: 2~~{}HTTP/1.1 408 Late~Content-Length: 0~~"
            })
    void usesNoConnectionAgainThatIsNotToBeUsed(String answer) throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    while (!RawServer.request(socket).isEmpty()) {
                        RawServer.write(socket, "HTTP/1." + answer.replace("~", "\r\n"));
                    }
                });
                QuietusClient client = to(server).build()) {
            for (int calls = 1; calls <= 3; calls++) {
                assertThat(client.call(RUNS).status()).isEqualTo(200);
                assertThat(server.connections()).isEqualTo(calls);
            }
        }
    }

    @Test
    void readsAnAnswerUpToItsConnectionsEnd() throws Exception {
        try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\n\r\n{}");
                QuietusClient client = to(server).build()) {
            assertThat(client.call(RUNS).status()).isEqualTo(200);
            assertThat(client.call(RUNS).status()).isEqualTo(200);
        }
    }

    /** A server closes what is idle, or ends and starts again: no try of the caller's is lost. */
    @Test
    void asksAgainWhereAKeptConnectionWasClosed() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    RawServer.write(socket, OK);
                    socket.close();
                    closed.countDown();
                });
                QuietusClient client = to(server).build()) {
            client.call(RUNS);
            closed.await();
            assertThat(client.call(RUNS).status()).isEqualTo(200);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void asksAgainWhereAKeptConnectionIsClosedOnTheRequest() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    RawServer.write(socket, OK);
                    RawServer.request(socket);
                });
                QuietusClient client = to(server).build()) {
            for (int calls = 1; calls <= 3; calls++) {
                assertThat(client.call(RUNS).status()).isEqualTo(200);
            }
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    /** What nobody asked for is not taken for the next call's answer. */
    @Test
    void leavesAConnectionOnWhichSomethingCameUnasked() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch noise = new CountDownLatch(1);
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    RawServer.write(socket, OK);
                    if (number == 1) {
                        goOn.await();
                        RawServer.write(socket, "HTTP/1.1 408 Late\r\nContent-Length: 0\r\n\r\n");
                        noise.countDown();
                    }
                    self.hang();
                });
                QuietusClient client = to(server).build()) {
            client.call(RUNS);
            goOn.countDown();
            noise.await();
            assertThat(client.call(RUNS).status()).isEqualTo(200);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void doesNotAskAgainByItselfWhereTheFirstRequestIsLost() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                });
                QuietusClient client = to(server).build()) {
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class)
                    .hasMessageContaining("no answer after 1 try")
                    .hasMessageEndingWith("connection closed before the answer was complete");
            assertThat(server.connections()).isOne();
        }
    }

    /** An answer that broke off was given: whether to ask again is the caller's to say. */
    @Test
    void doesNotAskAgainByItselfWhereAnAnswerBrokeOff() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.request(socket);
                    RawServer.write(socket, OK);
                    RawServer.request(socket);
                    RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Le");
                });
                QuietusClient client = to(server).build()) {
            client.call(RUNS);
            assertThatThrownBy(() -> client.call(RUNS))
                    .isInstanceOf(QuietusUnreachableException.class)
                    .hasMessageContaining("no answer after 1 try");
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void closesWhatItKeepsWithTheClient() throws Exception {
        CompletableFuture<String> next = new CompletableFuture<>();
        try (RawServer server = RawServer.serving((self, socket, number) -> {
            RawServer.request(socket);
            RawServer.write(socket, OK);
            next.complete(requestOrBreak(socket));
        })) {
            try (QuietusClient client = to(server).build()) {
                client.call(RUNS);
                assertThat(next).isNotDone();
            }
            assertThat(next.get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }

    private static String requestOrBreak(Socket socket) {
        try {
            return RawServer.request(socket);
        } catch (IOException e) {
            return "";
        }
    }
}
