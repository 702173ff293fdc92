package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.verify.server.RunningQuietus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Case 57: a stop in the middle of model traffic. The upstream sees the end within a second, the
 * client gets an end that it takes as final, and nothing is sent afterwards. What a client's own
 * hanging up is, is in {@link ConnectionLifeTest}.
 */
class ModelStopTest extends ModelScenes {
    private static final String STREAM_HEAD = """
            HTTP/1.1 200 OK\r
            content-type: text/event-stream\r
            transfer-encoding: chunked\r
            \r
            """;

    private static String path(Dialect dialect) {
        return switch (dialect) {
            case ANTHROPIC -> "/v1/messages";
            case RESPONSES -> "/v1/responses";
            case CHAT -> "/v1/chat/completions";
            case GEMINI -> "/v1beta/models/m:streamGenerateContent?alt=sse";
        };
    }

    private static String firstEvent(Dialect dialect) {
        return switch (dialect) {
            case ANTHROPIC ->
                "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":"
                        + "\"msg_1\",\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}\n\n";
            case RESPONSES ->
                "event: response.created\ndata: {\"type\":\"response.created\","
                        + "\"sequence_number\":6,\"response\":{\"id\":\"resp_7\"}}\n\n";
            case CHAT -> "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{}}]}\n\n";
            case GEMINI -> "data: {\"candidates\":[{\"content\":{\"parts\":[]}}]}\r\n\r\n";
        };
    }

    private ScriptedUpstream stalling(String said) throws IOException {
        return installation.closing(ScriptedUpstream.playing((client, upstream) -> {
            upstream.take(client);
            client.say(said);
            client.awaitEnd();
        }));
    }

    @ParameterizedTest
    @EnumSource
    void aStreamEndsWithAnErrorThatItsAgentsTakeAsFinal(Dialect dialect) throws IOException {
        String event = firstEvent(dialect);
        ScriptedUpstream upstream = stalling(STREAM_HEAD + RawPeer.chunked(event));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(dialect, path(dialect), "{\"stream\":true}"));
            assertThat(client.head()).isEqualTo(STREAM_HEAD);
            assertThat(client.through(event + "\r\n")).isEqualTo(RawPeer.chunked(event));

            scene.quietus().stop(scene.runId());
            RunningQuietus.untilTrue("the upstream sees the end", () -> upstream.ended() == 1);

            String end = dechunked(client.through("0\r\n\r\n"));
            assertThat(end).startsWith(errorEvent(dialect)).contains("wrong commit");
            assertThat(end).endsWith(dialect == Dialect.GEMINI ? "\r\n\r\n" : "\n\n");

            client.say(scene.post(dialect, path(dialect), "{}"));
            assertThat(client.head())
                    .startsWith(dialect == Dialect.RESPONSES ? "HTTP/1.1 400 " : "HTTP/1.1 403 ")
                    .contains("x-should-retry: false\r\n");
        }
        assertThat(scene.gateway().counts().refused()).isEqualTo(1);
        assertThat(upstream.connections()).isEqualTo(1);
        JsonObject operation = scene.only("cancelled_during_execution");
        assertThat(operation.string("kind")).isEqualTo("model_request");
        assertThat(installation.quietus().passQuiet("stop-agent-1-01").string("decision"))
                .isEqualTo("stopped_and_quiet");
    }

    private static String errorEvent(Dialect dialect) {
        return switch (dialect) {
            case ANTHROPIC ->
                "event: error\ndata: {\"error\":{\"message\":\"Quietus: a stop of run agent-1";
            case RESPONSES -> "event: response.failed\ndata: {\"response\":{\"created_at\":";
            case CHAT ->
                "data: {\"error\":{\"code\":\"invalid_prompt\",\"message\":\"Quietus: a stop";
            case GEMINI -> "data: {\"error\":{\"code\":403,\"message\":\"Quietus: a stop of run";
        };
    }

    private static String dechunked(String chunk) {
        int head = chunk.indexOf("\r\n");
        int size = Integer.parseInt(chunk.substring(0, head), 16);
        String content = chunk.substring(head + 2, head + 2 + size);
        assertThat(chunk.substring(head + 2 + size)).isEqualTo("\r\n0\r\n\r\n");
        return content;
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatHasNotBegunIsARefusal(Dialect dialect) throws IOException {
        ScriptedUpstream upstream = stalling("");
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(dialect, path(dialect), "{}"));
            RunningQuietus.untilTrue("it was sent", () -> upstream.bodies().size() == 1);

            scene.quietus().stop(scene.runId());

            String head = client.head();
            assertThat(head)
                    .startsWith(dialect == Dialect.RESPONSES ? "HTTP/1.1 400 " : "HTTP/1.1 403 ");
            assertThat(client.body(head))
                    .contains("a stop of run agent-1 was requested (wrong commit)");
            RunningQuietus.untilTrue("the upstream sees the end", () -> upstream.ended() == 1);
        }
        scene.only("cancelled_during_execution");
    }

    @Test
    void whatIsNoOperationIsCutAndRefusedToo() throws IOException {
        ScriptedUpstream upstream = stalling("");
        ModelScene scene = before(upstream.at(""));
        String list =
                "GET " + scene.path(Dialect.CHAT, "/v1/models") + " HTTP/1.1\r\nHost: x\r\n\r\n";
        try (RawPeer client = scene.client()) {
            client.say(list);
            RunningQuietus.untilTrue("it was sent", () -> upstream.bodies().size() == 1);
            scene.quietus().stop(scene.runId());
            String head = client.head();
            assertThat(head).startsWith("HTTP/1.1 403 ");
            client.body(head);
            client.say(list);
            assertThat(client.head()).startsWith("HTTP/1.1 403 ");
        }
        assertThat(scene.operations()).isEmpty();
        assertThat(upstream.connections()).isEqualTo(1);
        assertThat(scene.gateway().counts().otherRefused()).isEqualTo(1);
    }

    @Test
    void aPackedStreamIsEndedInItsPacking() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        GZIPOutputStream packer = new GZIPOutputStream(packed, true);
        packer.write(firstEvent(Dialect.ANTHROPIC).getBytes(StandardCharsets.UTF_8));
        packer.flush();
        String sofar = packed.toString(StandardCharsets.ISO_8859_1);
        String head = """
                HTTP/1.1 200 OK\r
                content-type: text/event-stream\r
                content-encoding: gzip\r
                transfer-encoding: chunked\r
                \r
                """;
        ScriptedUpstream upstream = stalling(head + RawPeer.chunked(sofar));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.head()).isEqualTo(head);
            assertThat(client.read(RawPeer.chunked(sofar).length()))
                    .isEqualTo(RawPeer.chunked(sofar));
            scene.quietus().stop(scene.runId());
            String end = dechunked(client.through("\r\n0\r\n\r\n"));
            byte[] whole = (sofar + end).getBytes(StandardCharsets.ISO_8859_1);
            String text = new String(
                    new GZIPInputStream(new ByteArrayInputStream(whole)).readAllBytes(),
                    StandardCharsets.UTF_8);
            assertThat(text)
                    .startsWith(firstEvent(Dialect.ANTHROPIC) + "event: error\ndata: ")
                    .contains("permission_error");
        }
        assertThat(scene.told("operation_finished")).contains("tokens in 10, out 1 (partial)");
    }

    @Test
    void aHalfEventIsClosedBeforeTheLastWords() throws IOException {
        String half = "data: {\"type\":\"ping\"";
        ScriptedUpstream upstream = stalling(STREAM_HEAD + RawPeer.chunked(half));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            client.head();
            client.through(half + "\r\n");
            scene.quietus().stop(scene.runId());
            assertThat(dechunked(client.through("0\r\n\r\n"))).startsWith("\n\nevent: error\n");
        }
    }

    @Test
    void aGrowingArrayEndsWithItsError() throws IOException {
        String first = "[{\"candidates\":[]}\n";
        ScriptedUpstream upstream = stalling("HTTP/1.1 200 OK\r\n"
                + "content-type: application/json; charset=UTF-8\r\n"
                + "transfer-encoding: chunked\r\n\r\n" + RawPeer.chunked(first));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.GEMINI, "/v1beta/models/m:streamGenerateContent", "{}"));
            client.head();
            client.through(first + "\r\n");
            scene.quietus().stop(scene.runId());
            assertThat(dechunked(client.through("0\r\n\r\n")))
                    .startsWith(",\n{\"error\":{\"code\":403,")
                    .endsWith("}}]");
        }
    }
}
