package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import dev.quietus.server.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as they are on the wire: methods, lengths, chunks, paths. None may leave a trace. */
@Isolated("it reads what the whole process logs")
class FramingTest {
    private static final String PROBLEM = "application/problem+json";

    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String operator;

    private Traces traces;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
        server.root("run-1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void watches() throws IOException {
        traces = Traces.of(server);
    }

    @AfterEach
    void leavesNoTraceInRecordAndLog() throws IOException {
        traces.requireNone();
        assertThat(server.get("/health/ready", "").status()).isEqualTo(200);
    }

    private static Optional<Reply> raw(String text) throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            return call.write(text).end().reply();
        }
    }

    private static Reply post(String headers, String body) throws IOException {
        return raw(RawCall.head("POST", "/v1/runs", operator) + headers + "\r\n" + body)
                .orElseThrow();
    }

    @Test
    void answersAHeadLikeAGetWithoutTheBody() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            Reply get = call.write(RawCall.head("GET", "/v1/runs/run-1", operator) + "\r\n")
                    .reply()
                    .orElseThrow();
            Reply head = call.write(RawCall.head("HEAD", "/v1/runs/run-1", operator) + "\r\n")
                    .replyHead()
                    .orElseThrow();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
            assertThat(head.header("Content-Type")).hasValue("application/json");
            Reply missing = call.write(RawCall.head("HEAD", "/v1/runs/none", operator) + "\r\n")
                    .replyHead()
                    .orElseThrow();
            assertThat(missing.status()).isEqualTo(404);
            Reply stream = call.write(
                            RawCall.head("HEAD", "/v1/runs/run-1/signals", operator) + "\r\n")
                    .replyHead()
                    .orElseThrow();
            assertThat(stream.header("Content-Type")).hasValue("text/event-stream");
            assertThat(call.write(RawCall.head("GET", "/health/live", "") + "\r\n")
                            .reply())
                    .isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS, /v1/runs, 'GET, HEAD, POST'",
        "PUT, /v1/runs/run-1, 'GET, HEAD'",
        "get, /v1/runs/run-1, 'GET, HEAD'",
        "HEAD, /v1/stops, POST",
        "TRACE, /v1/tokens/x, DELETE",
        "BREW, /health/live, 'GET, HEAD'"
    })
    void namesTheMethodsOfAPathForAnyOther(String method, String path, String allowed)
            throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            Reply head = call.write(RawCall.head(method, path, operator) + "\r\n")
                    .replyHead()
                    .orElseThrow();
            assertThat(head.status()).isEqualTo(405);
            assertThat(head.header("Allow")).hasValue(allowed);
            assertThat(head.header("Content-Type")).hasValue(PROBLEM);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/",
                "/v1/runs/",
                "/v1/runs/run-1/",
                "/v1//runs",
                "/V1/runs",
                "/v1/runs/run-1/tree/",
                "/v1/runs//tree",
                "/health",
                "/health/live/",
                "/..",
                "/v1/runs/../tokens",
                "/console",
                "/%2e%2e/x"
            })
    void saysThatThereIsNoSuchPath(String path) throws IOException {
        Reply reply = raw(RawCall.head("GET", path, operator) + "\r\n").orElseThrow();
        assertThat(reply.status()).as(reply.text()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("not_found");
        assertThat(reply.detail()).contains("no such path");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/runs?limit=1&limit=2, invalid_value, limit is given twice",
        "/v1/runs?limit=1&li%6Dit=2, invalid_value, limit is given twice",
        "/v1/runs?colour=red, unknown_field, colour",
        "/v1/runs?limit=0, invalid_value, limit: '0' is not between 1 and 1000",
        "/v1/runs?limit=ten, invalid_value, limit: 'ten' is not a number",
        "/v1/runs?state=dead, invalid_value, state is 'dead'",
        "/v1/runs?label=team, invalid_value, name=value",
        "/v1/runs/%FF, invalid_value, printable ASCII",
        "/v1/runs/a%20b, invalid_value, printable ASCII",
        "/v1/runs/run-1/operations?after=x, invalid_value, next_after",
        "/v1/events?after=-1, invalid_value, after",
        "/v1/barriers?state=closed, invalid_value, open or all",
        "/v1/runs/run-1/receipt?revision=0, invalid_value, revision"
    })
    void saysWhichParameterOrPathPartIsWrong(String path, String code, String detail)
            throws IOException {
        Reply reply = raw(RawCall.head("GET", path, operator) + "\r\n").orElseThrow();
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.detail()).contains(detail);
    }

    @Test
    void refusesParametersWhereABodyIsExpected() throws IOException {
        Reply reply = server.post("/v1/runs?run_id=smuggled", operator, java.util.Map.of());
        assertThat(reply.code()).isEqualTo("unknown_field");
        assertThat(reply.detail()).contains("run_id");
    }

    @Test
    void refusesABodyThatEndsBeforeItsDeclaredLength() throws IOException {
        Reply reply = post("Content-Length: 100\r\n", "{\"run_id\":\"short\"}");
        assertThat(reply.code()).isEqualTo("invalid_json");
        assertThat(reply.detail()).contains("before it was complete");
    }

    @Test
    void readsNoFurtherThanTheDeclaredLength() throws IOException {
        Reply reply = post("Content-Length: 5\r\n", "{\"run_id\":\"cut\"}");
        assertThat(reply.code()).isEqualTo("invalid_json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\nContent-Length: 3\r\n",
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: two\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"
            })
    void refusesAnAmbiguousLengthAndClosesTheConnection(String headers) throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            Reply reply = call.write(
                            RawCall.head("POST", "/v1/runs", operator) + headers + "\r\n{}")
                    .reply()
                    .orElseThrow();
            assertThat(reply.status()).isIn(400, 501);
            assertThat(call.restIfClosed()).isPresent();
        }
    }

    @Test
    void refusesALengthBeyondTheBoundWithoutReadingIt() throws IOException {
        for (String length : List.of("1048577", "9999999999", "9223372036854775807")) {
            Reply reply = post("Content-Length: " + length + "\r\n", "");
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.detail()).contains("1048576");
        }
    }

    /** A refusal and a closed connection before the last byte were a broken pipe to its sender. */
    @RepeatedTest(5)
    void letsWhoSendsTooMuchSeeTheRefusal() throws IOException {
        int length = 4 * Request.MAX_BODY;
        Reply reply = raw(RawCall.head("POST", "/v1/runs", operator)
                        + "Content-Type: application/json\r\nContent-Length: " + length
                        + "\r\n\r\n" + " ".repeat(length))
                .orElseThrow();
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.code()).isEqualTo("too_large");
    }

    @Test
    void refusesChunksThatAddUpToMoreThanTheBound() throws IOException {
        String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
        Reply reply = post("Transfer-Encoding: chunked\r\n", chunk.repeat(17) + "0\r\n\r\n");
        assertThat(reply.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FFFFFFFF\r\n{}",
                "80000000\r\n{}",
                "zz\r\n{}\r\n",
                "2\r\n{}",
                "5\r\n{}\r\n0\r\n\r\n",
                ""
            })
    void refusesChunksThatAreNone(String chunks) throws IOException {
        Reply reply = post("Transfer-Encoding: chunked\r\n", chunks);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("invalid_json");
    }

    @Test
    void closesAConnectionWithTooLargeOrTooManyHeaders() throws IOException {
        for (String headers : List.of("X: " + "x".repeat(70_000) + "\r\n", many(200))) {
            try (RawCall call = RawCall.to(server.port())) {
                call.write(RawCall.head("GET", "/health/live", "") + headers + "\r\n");
                assertThat(call.restIfClosed()).hasValue("");
            }
        }
    }

    private static String many(int count) {
        StringBuilder headers = new StringBuilder();
        for (int i = 0; i < count; i++) {
            headers.append("X-").append(i).append(": 1\r\n");
        }
        return headers.toString();
    }

    @Test
    void keepsAConnectionThroughRefusals() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            String length = "Content-Length: 2";
            assertThat(status(call, RawCall.head("POST", "/v1/runs", "", length) + "\r\n{}"))
                    .isEqualTo(401);
            assertThat(status(call, RawCall.head("POST", "/v1/none", operator, length) + "\r\n[]"))
                    .isEqualTo(404);
            assertThat(status(call, RawCall.head("POST", "/v1/stops", operator, length) + "\r\n[]"))
                    .isEqualTo(400);
            assertThat(status(call, RawCall.head("PUT", "/v1/runs", operator, length) + "\r\n[]"))
                    .isEqualTo(405);
            assertThat(status(call, RawCall.head("GET", "/v1/runs/run-1", operator) + "\r\n"))
                    .isEqualTo(200);
        }
    }

    private static int status(RawCall call, String text) throws IOException {
        return call.write(text).reply().orElseThrow().status();
    }
}
