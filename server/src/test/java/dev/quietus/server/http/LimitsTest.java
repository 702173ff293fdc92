package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time and number of connections are bounded; here the bounds are small. */
@Order(3)
class LimitsTest {
    private static final int MOST_CONNECTIONS = 60;
    private static final int MOST_IDLE = 10;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private static Path directory;

    private static LimitedServer server;
    private static String operator;

    @BeforeAll
    static void start() throws IOException {
        server = LimitedServer.start(
                directory,
                "sun.net.httpserver.maxReqTime=1",
                "sun.net.httpserver.timerMillis=100",
                "sun.net.httpserver.clockTick=100",
                "sun.net.httpserver.idleInterval=3",
                "sun.net.httpserver.maxIdleConnections=" + MOST_IDLE,
                "jdk.httpserver.maxConnections=" + MOST_CONNECTIONS);
        operator = Files.readString(directory.resolve("operator.token")).strip();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static Optional<Reply> live(RawCall call) throws IOException {
        try {
            return call.write(RawCall.head("GET", "/health/live", "") + "\r\n").reply();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    @Test
    void aBodyThatDripsInIsCutOffAndWritesNothing() throws IOException {
        String head = RawCall.head("POST", "/v1/runs", operator, "Content-Length: 20");
        try (RawCall call = RawCall.to(server.port())) {
            call.write(head + "\r\n{\"run_id\":\"drip\"");
            assertThat(call.restIfClosed()).isPresent();
        }
        try (RawCall call = RawCall.to(server.port())) {
            call.write(RawCall.head("GET", "/v1/runs/drip", operator) + "\r\n");
            assertThat(call.reply().orElseThrow().code()).isEqualTo("not_found");
        }
    }

    @Test
    void aHeadThatDripsInIsCutOff() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            call.write("GET /health/live HTTP/1.1\r\nHost: 127");
            assertThat(call.restIfClosed()).hasValue("");
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            assertThat(call.restIfClosed()).hasValue("");
        }
    }

    @Test
    void aRequestThatTakesLongToAnswerIsNotCutOff() throws IOException {
        String body = "{\"queue\": \"q\", \"worker\": \"w\", \"wait\": \"2500ms\"}";
        try (RawCall call = RawCall.to(server.port())) {
            String head = RawCall.head(
                    "POST", "/v1/work/claim", operator, "Content-Length: " + body.length());
            assertThat(call.write(head + "\r\n" + body).reply().orElseThrow().status())
                    .isEqualTo(204);
        }
    }

    @Test
    void idleConnectionsAreKeptInABoundedNumberAndNotForEver() throws IOException {
        List<RawCall> idle = new ArrayList<>();
        int kept = 0;
        try {
            for (int i = 0; i < 3 * MOST_IDLE; i++) {
                RawCall call = RawCall.to(server.port());
                idle.add(call);
                assertThat(live(call)).isPresent();
            }
            for (RawCall call : idle) {
                kept += live(call).isPresent() ? 1 : 0;
            }
            assertThat(kept).isBetween(1, MOST_IDLE + 1);
            for (RawCall call : idle) {
                assertThat(call.restIfClosed()).isPresent();
            }
        } finally {
            for (RawCall call : idle) {
                call.close();
            }
        }
    }

    @Test
    void connectionsBeyondTheBoundAreClosedAtOnce() throws IOException {
        List<RawCall> streams = new ArrayList<>();
        boolean refused = false;
        try (RawCall before = RawCall.to(server.port())) {
            assertThat(live(before)).isPresent();
            for (int i = 0; i < MOST_CONNECTIONS + 5 && !refused; i++) {
                RawCall call = RawCall.to(server.port());
                streams.add(call);
                refused = streamHead(call).isEmpty();
            }
            assertThat(refused).isTrue();
            for (RawCall call : streams) {
                call.close();
            }
            register(before);
            register(before);
        }
        breakStreamsUntilServed();
    }

    private static boolean register(RawCall call) throws IOException {
        return call.write(
                        RawCall.head("POST", "/v1/runs", operator, "Content-Length: 2") + "\r\n{}")
                .reply()
                .isPresent();
    }

    /** The platform forgets a connection only when its handler says that the client is gone. */
    @Test
    void clientsThatGoAwayBeforeTheirAnswerDoNotUseTheBoundUp() throws IOException {
        String body = "{\"queue\": \"q\", \"worker\": \"w\", \"wait\": \"200ms\"}";
        String head = RawCall.head(
                "POST", "/v1/work/claim", operator, "Content-Length: " + body.length());
        long end = System.nanoTime() + PATIENCE_NANOS;
        int gone = 0;
        while (gone < 2 * MOST_CONNECTIONS) {
            assertThat(System.nanoTime() - end)
                    .as("only " + gone + " clients were served")
                    .isNegative();
            try (RawCall call = RawCall.to(server.port())) {
                if (live(call).isPresent()) {
                    call.write(head + "\r\n" + body).reset();
                    gone++;
                }
            }
        }
        breakStreamsUntilServed();
    }

    private static Optional<Reply> streamHead(RawCall call) throws IOException {
        try {
            return call.write(
                            RawCall.head("GET", "/v1/events", operator, "Accept: text/event-stream")
                                    + "\r\n")
                    .replyHead();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    /** Writes events, so that streams notice that nobody reads them. */
    private static void breakStreamsUntilServed() throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int served = 0;
        while (served < 20) {
            assertThat(System.nanoTime() - end)
                    .as("the server takes no connection any more")
                    .isNegative();
            try (RawCall call = RawCall.to(server.port())) {
                served += register(call) ? 1 : 0;
            } catch (SocketException e) {
                served = 0;
            }
        }
    }
}
