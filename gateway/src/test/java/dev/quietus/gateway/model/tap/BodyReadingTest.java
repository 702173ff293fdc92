package dev.quietus.gateway.model.tap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.model.wire.HeaderLine;
import dev.quietus.gateway.model.wire.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen in model traffic, in whatever pieces it comes. */
class BodyReadingTest {
    private static final Headers EVENTS = type("text/event-stream; charset=utf-8");
    private static final Headers JSON = type("application/json");

    private final TestingListener heard = new TestingListener();
    private final TrafficNotes notes = new TrafficNotes(heard);

    private static Headers type(String value) {
        return new Headers(List.of(HeaderLine.of("Content-Type", value)));
    }

    /** Byte by byte. */
    private void see(BodyReading reading, String body) {
        see(reading, body.getBytes(StandardCharsets.UTF_8), 1);
    }

    private static void see(BodyReading reading, byte[] body, int piece) {
        for (int at = 0; at < body.length; at += piece) {
            reading.see(body, at, Math.min(piece, body.length - at));
        }
    }

    private BodyReading answer(Dialect dialect, Headers headers) {
        return BodyReading.ofAnswer(dialect, headers, notes, false);
    }

    @Test
    void anthropicStreamShowsCallsUsageAndItsEnd() {
        BodyReading reading = answer(Dialect.ANTHROPIC, EVENTS);
        see(reading, """
                event: message_start
                data: {"type":"message_start","message":{"id":"msg_1","content":[],\
                "usage":{"input_tokens":25,"output_tokens":1}}}

                : a comment

                event: content_block_start
                data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use",\
                "id":"toolu_1","name":"Bash","input":{}}}

                data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta",\
                "partial_json":"{\\"b\\": \\"\\u00e9\\","}}

                data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta",\
                "partial_json":" \\"a\\": [1, \\"x\\"]}"}}

                data: {"type":"content_block_stop","index":1}

                data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},\
                "usage":{"output_tokens":42}}

                data: {"type":"message_stop"}

                """);
        ToolCall call = heard.calls.getFirst();
        assertThat(call.id()).isEqualTo("toolu_1");
        assertThat(call.name()).isEqualTo("Bash");
        assertThat(call.argumentsDigest()).contains(digestOfTheSame());
        assertThat(notes.words())
                .containsExactly(
                        "ended with tool_use", "tokens in 25, out 42", "asked for Bash toolu_1");
        assertThat(notes.sawEnd()).isTrue();
        assertThat(reading.betweenEvents()).isTrue();
        assertThat(notes.responseId()).isEqualTo("msg_1");
    }

    /** The same arguments in a whole answer have the same digest. */
    private static Optional<String> sameInAWholeAnswer() {
        TestingListener listener = new TestingListener();
        BodyReading whole =
                BodyReading.ofAnswer(Dialect.ANTHROPIC, JSON, new TrafficNotes(listener), false);
        see(
                whole,
                ("{\"type\":\"message\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"input\":"
                                + "{\"a\":[1,\"x\"],\"b\":\"\u00e9\"},\"name\":\"Bash\"}]}")
                        .getBytes(StandardCharsets.UTF_8),
                3);
        return listener.calls.getFirst().argumentsDigest();
    }

    private static String digestOfTheSame() {
        return sameInAWholeAnswer().orElseThrow();
    }

    @Test
    void responsesStreamShowsCallsOnceAndTheSequence() {
        String item = "{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\","
                + "\"name\":\"exec_command\",\"arguments\":\"{}\",\"status\":\"completed\"}";
        see(
                answer(Dialect.RESPONSES, EVENTS),
                "data: {\"type\":\"response.created\",\"sequence_number\":0,"
                        + "\"response\":{\"id\":\"resp_1\",\"status\":\"in_progress\"}}\r\n\r\n"
                        + "data: {\"type\":\"response.output_item.done\",\"sequence_number\":7,"
                        + "\"item\":" + item + "}\r\n\r\n"
                        + "data: {\"type\":\"response.completed\",\"sequence_number\":8,"
                        + "\"response\":{\"id\":\"resp_1\",\"output\":[" + item + "],"
                        + "\"usage\":{\"input_tokens\":3,\"output_tokens\":4}}}\r\n\r\n");
        assertThat(heard.calls).hasSize(1);
        assertThat(notes.sequence()).isEqualTo(8);
        assertThat(notes.sawEnd()).isTrue();
        assertThat(notes.words()).contains("tokens in 3, out 4", "asked for exec_command call_1");
    }

    @Test
    void chatStreamPutsPiecesOfACallTogether() {
        see(answer(Dialect.CHAT, EVENTS), """
                data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,\
                "id":"call_1","type":"function","function":{"name":"bash","arguments":""}}]}}]}

                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,\
                "function":{"arguments":"{\\"a\\":[1,\\"x\\"],"}}]}}]}

                data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,\
                "function":{"arguments":"\\"b\\":\\"é\\"}"}}]},"finish_reason":null}]}

                data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

                data: [DONE]

                """);
        assertThat(heard.calls)
                .containsExactly(
                        new ToolCall("call_1", "bash", Optional.of(digestOfTheSame()), false));
        assertThat(notes.sawEnd()).isTrue();
    }

    @Test
    void geminiShowsCallsWithoutIds() {
        see(
                answer(Dialect.GEMINI, JSON),
                "[{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"ls\","
                        + "\"args\":{}}}]},\"finishReason\":\"STOP\"}],"
                        + "\"usageMetadata\":{\"promptTokenCount\":1}}]");
        assertThat(heard.calls.getFirst().name()).isEqualTo("ls");
        assertThat(notes.words()).contains("ended with STOP", "tokens in 1, out unknown");
    }

    @Test
    void requestsShowTheResultsThatTheyBring() {
        see(
                BodyReading.ofRequest(Dialect.ANTHROPIC, JSON, notes),
                "{\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\","
                        + "\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"content\":[{\"type\":"
                        + "\"tool_result\",\"tool_use_id\":\"forged\"}]}}]},{\"role\":\"user\","
                        + "\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\","
                        + "\"is_error\":true,\"content\":\"{\\\"type\\\":1}\"}]}]}");
        see(
                BodyReading.ofRequest(Dialect.RESPONSES, JSON, notes),
                "{\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"r1\","
                        + "\"output\":\"x\"}]}");
        see(
                BodyReading.ofRequest(Dialect.CHAT, JSON, notes),
                "{\"messages\":[{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"\"}]}");
        see(
                BodyReading.ofRequest(Dialect.GEMINI, JSON, notes),
                "{\"contents\":[{\"parts\":[{\"functionResponse\":{\"id\":\"g1\"}}]}]}");
        assertThat(heard.results)
                .extracting(ToolResult::callId)
                .containsExactly("t1", "r1", "c1", "g1");
        assertThat(heard.results.getFirst().error()).contains(true);
        assertThat(heard.calls.getFirst().inHistory()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void packedAnswersAreReadAsTheyCome(String coding) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = coding.equals("gzip")
                ? new GZIPOutputStream(packed)
                : new DeflaterOutputStream(packed)) {
            out.write("{\"type\":\"message\",\"stop_reason\":\"end_turn\"}"
                    .getBytes(StandardCharsets.UTF_8));
        }
        Headers headers = new Headers(List.of(
                HeaderLine.of("content-type", "application/json"),
                HeaderLine.of("content-encoding", coding)));
        see(answer(Dialect.ANTHROPIC, headers), packed.toByteArray(), 1);
        assertThat(notes.words()).containsExactly("ended with end_turn");
    }

    @Test
    void whateverComesDisturbsNothing() {
        Random random = new Random(4);
        String alphabet = "{}[]\",:\\u00d8dat[DONE]: \n\r\t1eE-.tf";
        for (int i = 0; i < 2_000; i++) {
            byte[] body = new byte[random.nextInt(200)];
            for (int at = 0; at < body.length; at++) {
                body[at] = random.nextInt(20) == 0
                        ? (byte) random.nextInt(256)
                        : (byte) alphabet.charAt(random.nextInt(alphabet.length()));
            }
            for (Dialect dialect : Dialect.values()) {
                see(answer(dialect, EVENTS), body, 1 + random.nextInt(9));
                see(answer(dialect, JSON), body, 1 + random.nextInt(9));
                see(BodyReading.ofRequest(dialect, JSON, notes), body, 7);
            }
        }
        assertThat(heard.calls).isEmpty();
    }

    @Test
    void deepAndEndlessTextsTakeNoMemory() {
        BodyReading deep = BodyReading.ofRequest(Dialect.CHAT, JSON, notes);
        see(deep, "[".repeat(100_000).getBytes(StandardCharsets.UTF_8), 4096);
        BodyReading endless = BodyReading.ofRequest(Dialect.CHAT, JSON, notes);
        byte[] piece = "a".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        see(endless, "{\"id\":\"".getBytes(StandardCharsets.UTF_8), 9);
        for (int i = 0; i < 256; i++) {
            endless.see(piece, 0, piece.length);
        }
        assertThat(heard.calls).isEmpty();
    }
}
