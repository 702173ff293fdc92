package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.testing.RawServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over plain connections: what goes out, and what comes back. */
@Timeout(60)
class PlainCallPathTest {

    private static final HttpCall RUNS = HttpCall.get("v1", "runs");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final RetryPolicy ONCE =
            new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1));

    /** More than any system's buffers hold. */
    private static final HttpCall LARGE = HttpCall.post(
            JsonObject.builder()
                    .put("x", new JsonString("y".repeat(32 * 1024 * 1024)))
                    .build(),
            "v1",
            "runs");

    private static QuietusClient.Builder to(RawServer server) {
        return QuietusClient.builder(server.uri()).retry(ONCE);
    }

    @Test
    void sendsOneCallAfterTheOtherOverOneConnection() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    while (true) {
                        seen.add(RawServer.request(socket));
                        RawServer.write(socket, OK);
                    }
                });
                QuietusClient client = to(server).token("t0k").build()) {
            client.call(RUNS.query("a", "ü"));
            client.call(HttpCall.post(JsonObject.builder().build(), "v1", "runs"));
            assertThat(server.connections()).isOne();
            String headers = " HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                    + "\r\nUser-Agent: quietus-client-java\r\nAccept: application/json"
                    + "\r\nAuthorization: Bearer t0k";
            assertThat(seen.take()).isEqualTo("GET /v1/runs?a=%C3%BC" + headers + "\r\n\r\n");
            assertThat(seen.take())
                    .isEqualTo("POST /v1/runs" + headers + "\r\nContent-Type: application/json"
                            + "\r\nContent-Length: 2\r\n\r\n{}");
        }
    }

    @Test
    void findsTheServerUnderItsPath() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    seen.add(RawServer.request(socket));
                    RawServer.write(socket, OK);
                });
                QuietusClient client = QuietusClient.builder(
                                URI.create("http://localhost:" + server.port() + "/behind/%41/"))
                        .retry(ONCE)
                        .build()) {
            client.call(RUNS);
            assertThat(seen.take())
                    .startsWith("GET /behind/%41/v1/runs HTTP/1.1\r\nHost: localhost:"
                            + server.port() + "\r\n");
        }
    }

    @Test
    void readsAnAnswerInManySmallPieces() throws Exception {
        String text = "y".repeat(100_000);
        StringBuilder pieces = new StringBuilder("3\r\n{\"x\r\n3\r\n\":\"\r\n");
        for (int i = 0; i < text.length(); i++) {
            pieces.append("1\r\ny\r\n");
        }
        pieces.append("2;a=b\r\n\"}\r\n0\r\n\r\n");
        try (RawServer server = RawServer.saying(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces);
                QuietusClient client = to(server).build()) {
            HttpAnswer.Answered answer = (HttpAnswer.Answered) client.call(RUNS);
            assertThat(answer.object().string("x")).isEqualTo(text);
        }
    }

    @Test
    void givesUpARequestThatNobodyReads() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang());
                QuietusClient client =
                        to(server).requestTimeout(Duration.ofSeconds(3)).build()) {
            assertThatThrownBy(() -> client.call(LARGE))
                    .isInstanceOf(QuietusUnreachableException.class)
                    .hasMessageEndingWith(": no answer in 3.0 s");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsByAnInterruptWhileItSendsOrWaits(boolean sends) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    connected.countDown();
                    self.hang();
                });
                QuietusClient client = to(server).build()) {
            Thread caller = new Thread(() -> {
                assertThatThrownBy(() -> client.call(sends ? LARGE : RUNS))
                        .isInstanceOf(QuietusInterruptedException.class);
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            caller.start();
            connected.await();
            caller.interrupt();
            assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** A refusal comes while the rest of the request is not wanted any more. */
    @Test
    void hearsARefusalBeforeItsRequestIsOut() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    RawServer.write(
                            socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}");
                    self.hang();
                });
                QuietusClient client = to(server).build()) {
            assertThatThrownBy(() -> client.call(LARGE))
                    .isInstanceOfSatisfying(
                            QuietusProblemException.class,
                            refused -> assertThat(refused.status()).isEqualTo(413));
            assertThatThrownBy(() -> client.call(LARGE))
                    .isInstanceOf(QuietusProblemException.class);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void sendsALargeRequestWhole() throws Exception {
        CompletableFuture<Integer> length = new CompletableFuture<>();
        try (RawServer server = RawServer.serving((self, socket, number) -> {
                    length.complete(RawServer.request(socket).length());
                    RawServer.write(socket, OK);
                    RawServer.request(socket);
                    RawServer.write(socket, OK);
                });
                QuietusClient client = to(server).build()) {
            assertThat(client.call(LARGE).status()).isEqualTo(200);
            assertThat(length.join()).isGreaterThan(32 * 1024 * 1024);
            assertThat(client.call(RUNS).status()).isEqualTo(200);
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void saysThatNobodyListens() {
        try (QuietusClient client =
                QuietusClient.builder(RawServer.nobody()).retry(ONCE).build()) {
            assertThatThrownBy(() -> client.call(RUNS)).hasMessageEndingWith("connection refused");
        }
        try (QuietusClient client = QuietusClient.builder(URI.create("http://no.such.invalid"))
                .retry(ONCE)
                .build()) {
            assertThatThrownBy(() -> client.call(RUNS)).hasMessageEndingWith("host name not found");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://h, h, 80, h, /x",
        "http://h:7171, h, 7171, h:7171, /x",
        "http://[::1]:7171, ::1, 7171, [::1]:7171, /x",
        "http://h:7171/a/b, h, 7171, h:7171, /a/b/x"
    })
    void takesAnAddressApart(String url, String host, int port, String authority, String target) {
        PlainServer server = PlainServer.at(URI.create(url));
        assertThat(server).isEqualTo(new PlainServer(host, port, authority));
        assertThat(server.target(URI.create(url + "/x"))).isEqualTo(target);
    }

    @Test
    void isNoWayThroughAProxyOrTls() {
        assertThat(PlainCallPath.leadsTo("http://h", null)).isTrue();
        assertThat(PlainCallPath.leadsTo("https://h", null)).isFalse();
        assertThat(PlainCallPath.leadsTo("http://h", proxies(Proxy.NO_PROXY))).isTrue();
        Proxy proxy = new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("p", 8080));
        assertThat(PlainCallPath.leadsTo("http://h", proxies(proxy))).isFalse();
    }

    private static ProxySelector proxies(Proxy proxy) {
        return new ProxySelector() {

            @Override
            public List<Proxy> select(URI uri) {
                return List.of(proxy);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                throw new AssertionError("not asked");
            }
        };
    }
}
