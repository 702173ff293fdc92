package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import dev.quietus.server.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are no proper JSON object: refused with what and where, and nothing written. */
@Isolated("it reads what the whole process logs")
class BadBodyTest {
    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String operator;

    private Traces traces;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
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
    }

    private static Reply send(byte[] body, String... headers) throws IOException {
        return server.send("POST", "/v1/runs", operator, Optional.of(body), headers);
    }

    private static Reply send(String body) throws IOException {
        return send(body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                              | line 1, column 2",
                "{\"run_id\": \"a\"            | line 1",
                "{\"run_id\": \"a\",}           | line 1, column",
                "{\"run_id\": a}                | line 1, column",
                "{'run_id': 'a'}                | line 1, column",
                "{\"run_id\": \"a\"} {}         | line 1, column",
                "{\"run_id\": \"a\", \"run_id\": \"b\"} | Duplicate field 'run_id'",
                "{\"labels\": {\"a\": \"1\", \"a\": \"2\"}} | Duplicate field 'a'",
                "[]                             | must be a JSON object, found array",
                "\"run\"                        | must be a JSON object, found string",
                "7                              | must be a JSON object, found number",
                "null                           | must be a JSON object, found null",
                "`   `                          | must be a JSON object, found nothing",
                "{\"run_id\": NaN}              | line 1, column",
                "{\"run_id\": \"\\x\"}          | line 1, column",
                "{\"run_id\": \"\\u12\"}        | line 1, column",
                "// comment                     | line 1, column"
            })
    void saysWhereTheBodyIsNoJsonObject(String body, String detail) throws IOException {
        Reply reply = send(body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("invalid_json");
        assertThat(reply.detail()).contains(detail);
    }

    @Test
    void refusesEveryCutOfAProperBody() throws IOException {
        String whole =
                "{\"run_id\": \"cut\", \"labels\": {\"team\": \"a\"}, \"capabilities\": [\"a.*\"]}";
        for (int length = 1; length < whole.length(); length++) {
            Reply reply = send(whole.substring(0, length));
            assertThat(reply.code()).as(whole.substring(0, length)).isEqualTo("invalid_json");
        }
    }

    @Test
    void refusesWhatIsNestedTooDeep() throws IOException {
        for (int depth : new int[] {33, 1_000, 50_000}) {
            Reply reply = send("{\"labels\":".repeat(depth) + "1" + "}".repeat(depth));
            assertThat(reply.code()).isEqualTo("invalid_json");
            assertThat(reply.detail()).contains("depth").contains("32");
        }
        Reply deepest = send("{\"run_id\":" + "[".repeat(31) + "]".repeat(31) + "}");
        assertThat(deepest.code()).isEqualTo("invalid_value");
        assertThat(deepest.value("field")).isEqualTo("run_id");
    }

    @Test
    void refusesTextsNamesAndNumbersWithoutEnd() throws IOException {
        for (String body : new String[] {
            "{\"task_id\":\"" + "x".repeat(70_000) + "\"}",
            "{\"" + "n".repeat(70_000) + "\":1}",
            "{\"task_id\":" + "9".repeat(5_000) + "}",
        }) {
            Reply reply = send(body);
            assertThat(reply.code()).isEqualTo("invalid_json");
            assertThat(reply.text().length()).isLessThan(1_000);
        }
    }

    @Test
    void refusesABodyThatIsOneByteTooLong() throws IOException {
        String start = "{\"no_such_field\":1}";
        Reply longest = send(start + " ".repeat(Request.MAX_BODY - start.length()));
        assertThat(longest.code()).isEqualTo("unknown_field");

        Reply tooLong = send(start + " ".repeat(Request.MAX_BODY - start.length() + 1));
        assertThat(tooLong.status()).isEqualTo(413);
        assertThat(tooLong.code()).isEqualTo("too_large");
        assertThat(tooLong.detail()).contains("1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C3", "FF", "C0AF", "EDA080", "F5808080", "E282"})
    void refusesWhatIsNotUtf8(String hex) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"task_id\":\"".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(HexFormat.of().parseHex(hex));
        body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        Reply reply = send(body.toByteArray());
        assertThat(reply.code()).isEqualTo("invalid_json");
        assertThat(reply.detail()).contains("not valid UTF-8");
        assertThat(send("{\"task_id\":\"a\"}".getBytes(StandardCharsets.UTF_16)).code())
                .isEqualTo("invalid_json");
    }

    @Test
    void refusesHalfOfASurrogatePair() throws IOException {
        Reply reply = send("{\"run_id\": \"half\", \"task_id\": \"\\ud83d\"}");
        assertThat(reply.code()).isEqualTo("invalid_value");
        assertThat(reply.detail()).contains("task_id").contains("surrogate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/jsonp",
                "application/json-seq",
                "multipart/form-data; boundary=application/json",
                "x"
            })
    void refusesABodyThatIsNotDeclaredAsJson(String type) throws IOException {
        Reply reply = send(
                "{\"run_id\":\"typed\"}".getBytes(StandardCharsets.UTF_8), "Content-Type", type);
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.code()).isEqualTo("unsupported_media_type");
        assertThat(reply.detail()).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "Application/JSON", "application/json ; charset=utf-8"})
    void takesAnySpellingOfJsonsType(String type) throws IOException {
        Reply reply =
                send("{\"nothing\":1}".getBytes(StandardCharsets.UTF_8), "Content-Type", type);
        assertThat(reply.code()).isEqualTo("unknown_field");
    }

    @Test
    void refusesACompressedBodyAndSaysWhy() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            zip.write("{\"run_id\":\"zipped\"}".getBytes(StandardCharsets.UTF_8));
        }
        Reply reply = send(packed.toByteArray(), "Content-Encoding", "gzip");
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.detail()).contains("Content-Encoding gzip");
        Reply plain = send(
                "{\"nothing\":1}".getBytes(StandardCharsets.UTF_8), "Content-Encoding", "identity");
        assertThat(plain.code()).isEqualTo("unknown_field");
    }
}
