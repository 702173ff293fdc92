package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Principal;
import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.server.LogTrap;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the edge makes of a handler that fails: one incident, one line, no secret. */
@Isolated("it reads what the whole process logs")
class IncidentTest {
    private static final String SECRET = "qto_this-must-not-be-seen";

    private final LogTrap logs = new LogTrap("dev.quietus", "com.sun.net.httpserver");
    private final BlockingQueue<Integer> metered = new LinkedBlockingQueue<>();
    private HttpFront front;

    private static Route route(String path, Route.Handler handler) {
        return new Route("GET", path, Set.of(), handler);
    }

    @BeforeEach
    void listen() throws IOException {
        Routes routes = new Routes(List.of(
                route("/bug", request -> {
                    throw new IllegalStateException("a bug");
                }),
                route("/full", request -> {
                    throw new LedgerUnavailableException(
                            LedgerUnavailableException.Reason.FULL, "disk full");
                }),
                route("/busy", request -> {
                    throw new LedgerUnavailableException(
                            LedgerUnavailableException.Reason.OVERLOADED, "too many");
                }),
                route("/interrupted", request -> {
                    throw new InterruptedException("closing");
                }),
                route(
                        "/half-a-stream",
                        request -> new Answer.Stream(stream -> {
                            stream.event("1", "first", Map.of());
                            throw new IllegalStateException("a bug in the stream");
                        })),
                route("/fine", request -> Answer.ok(Map.of("fine", true)))));
        HttpFront.Gate gate =
                (route, exchange) -> new Principal.Holder(Token.Role.OPERATOR, "test");
        front = HttpFront.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                routes,
                gate,
                (route, status, nanos) -> metered.add(status));
    }

    @AfterEach
    void close() {
        front.close();
        logs.close();
        assertThat(logs.text()).doesNotContain(SECRET);
    }

    private Reply get(String path) throws IOException {
        try (RawCall call = RawCall.to(front.address().getPort())) {
            Reply reply = call.write(RawCall.head("GET", path, SECRET) + "\r\n")
                    .reply()
                    .orElseThrow();
            assertThat(reply.text()).doesNotContain(SECRET);
            return reply;
        }
    }

    @Test
    void aBugIsOneIncidentInAnswerAndLog() throws IOException {
        Reply reply = get("/bug");
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.code()).isEqualTo("internal");
        assertThat(reply.json().path("retryable").asBoolean()).isFalse();
        assertThat(reply.text()).doesNotContain("a bug");
        assertThat(logs.shown())
                .singleElement()
                .asString()
                .contains("SEVERE")
                .contains(reply.value("incident"))
                .contains("GET /bug")
                .contains("IllegalStateException: a bug");
        assertThat(get("/fine").status()).isEqualTo(200);
    }

    @Test
    void aRecordThatCanNotBeWrittenIsSaidWithItsReason() throws IOException {
        Reply full = get("/full");
        assertThat(full.status()).isEqualTo(503);
        assertThat(full.code()).isEqualTo("record_not_written");
        assertThat(full.value("reason")).isEqualTo("full");
        assertThat(full.detail()).contains("nothing may start").contains("disk full");
        assertThat(full.header("Retry-After")).hasValue("1");
        assertThat(full.json().path("retryable").asBoolean()).isTrue();

        Reply busy = get("/busy");
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.code()).isEqualTo("overloaded");
        assertThat(logs.shown()).isEmpty();
    }

    /** The write of an interrupted thread closes its connection: the answer once never came. */
    @Test
    void anInterruptedRequestIsAnsweredAllTheSame() throws IOException {
        Reply reply = get("/interrupted");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("overloaded");
        assertThat(logs.shown()).isEmpty();
    }

    @Test
    void aStreamThatFailsIsAnIncidentAndEnds() throws Exception {
        try (RawCall call = RawCall.to(front.address().getPort())) {
            call.write(RawCall.head("GET", "/half-a-stream", SECRET) + "\r\n");
            assertThat(call.replyHead().orElseThrow().status()).isEqualTo(200);
            assertThat(call.streamToItsEnd()).contains("event: first").doesNotContain("bug");
        }
        assertThat(metered.poll(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(logs.shown()).singleElement().asString().contains("a bug in the stream");
    }

    @Test
    void everyAnswerIsMetered() throws Exception {
        for (String path : List.of("/fine", "/bug", "/full")) {
            int status = get(path).status();
            assertThat(metered.poll(20, TimeUnit.SECONDS)).isEqualTo(status);
        }
    }
}
