package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upstreams that break off, or never speak HTTP. */
class BrokenUpstreamTest extends ModelScenes {
    private static final String STREAM = """
            HTTP/1.1 200 OK\r
            content-type: text/event-stream\r
            transfer-encoding: chunked\r
            \r
            """;

    private ModelScene saying(String answer, boolean reset) throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.playing((client, up) -> {
            up.take(client);
            client.say(answer);
            if (reset) {
                client.reset();
            }
        });
        return before(upstream);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: br\r\n\r\n{}",
                "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
                "HTTP/1.1 200 OK\r\nX: " + "a",
            })
    void whatIsNoAnswerIsSaidToBeNone(String answer) throws IOException {
        ModelScene scene = saying(answer, false);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            String head = client.head();
            assertThat(head).startsWith("HTTP/1.1 502 ");
            assertThat(client.body(head)).contains("\"type\":\"api_error\"");
        }
        scene.only("failed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\ndata:",
                "f\r\ndata: {\"a\":1}\n\n\r\n",
                "f\r\ndata: {\"a\":1}\n\n\r\nzz\r\n",
                "2\r\nabc\r\n0\r\n\r\n",
                "f\r\ndata: {\"a\":1}\n\n\r\n0\r\nbroken trailer",
            })
    void aStreamThatBreaksOffIsNoFinishedAnswer(String body) throws IOException {
        ModelScene scene = saying(STREAM + body, false);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.head()).isEqualTo(STREAM);
            assertThat(client.rest()).doesNotContain("0\r\n\r\n").doesNotContain("Quietus");
        }
        scene.only("failed");
    }

    @Test
    void aResetReachesTheClient() throws IOException {
        ModelScene scene = saying(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {}\n\n", true);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.awaitEnd()).isTrue();
        }
        assertThat(scene.only("failed").string("tool")).isEqualTo("model.anthropic");
    }

    @Test
    void aStreamWithoutItsLastEventIsNoFinishedAnswer() throws IOException {
        String body = RawPeer.chunked("event: message_start\ndata: {\"type\":\"message_start\","
                        + "\"message\":{\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n\n")
                + "0\r\n\r\n";
        ModelScene scene = saying(STREAM + body, false);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.rest()).isEqualTo(STREAM + body);
        }
        scene.only("failed");
        assertThat(scene.told("operation_finished"))
                .contains("ended its stream before the answer's end")
                .contains("tokens in 9, out 1 (partial)");
    }

    @Test
    void anUpstreamThatIsNotThereIsSaidToBeAway() throws IOException {
        ScriptedUpstream gone = ScriptedUpstream.answering("");
        URI nowhere = gone.at("");
        gone.close();
        ModelScene scene = before(nowhere);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.RESPONSES, "/v1/responses", "{}"));
            String head = client.head();
            assertThat(head).startsWith("HTTP/1.1 502 ");
            assertThat(client.body(head))
                    .contains("the model API at " + nowhere.getAuthority() + " can't be reached");
            client.say(scene.post(Dialect.RESPONSES, "/v1/responses", "{}"));
            assertThat(client.head()).startsWith("HTTP/1.1 502 ");
        }
        assertThat(scene.only("failed").string("effect")).isNotEqualTo("unknown");
    }
}
