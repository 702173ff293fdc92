package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What goes in at one side comes out at the other, byte for byte. */
class TransparencyTest extends ModelScenes {
    private static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            + "X-Odd-CASE:  spaced \t\r\nrequest-id: req_1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + RawPeer.chunked("event: message_start\ndata: {\"type\":\"message_start\"}\n\n")
            + RawPeer.chunked("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")
            + "0\r\n\r\n";

    @Test
    void requestAndAnswerPassByteForByte() throws IOException {
        ScriptedUpstream upstream = installation.closing(ScriptedUpstream.answering(EVENTS));
        ModelScene scene = before(upstream.at("/base"));
        String lines = """
                X-Api-Key: sk-secret\r
                x-Second:two\r
                ACCEPT: */*\r
                accept-encoding: gzip, deflate\r
                X-Second: again\040\r
                Content-Length: 13\r
                Connection: keep-alive\r
                \r
                """;
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.ANTHROPIC, "/v1/messages?beta=true")
                    + " HTTP/1.1\r\nhOST: 127.0.0.1:1\r\n" + lines + "{\"stream\":1}\n");

            assertThat(client.read(EVENTS.length())).isEqualTo(EVENTS);
            assertThat(upstream.heads())
                    .containsExactly("POST /base/v1/messages?beta=true HTTP/1.1\r\nhOST: 127.0.0.1:"
                            + upstream.port() + "\r\n" + lines);
            assertThat(upstream.bodies()).containsExactly("{\"stream\":1}\n");
        }
        assertThat(scene.only("succeeded").string("tool")).isEqualTo("model.anthropic");
    }

    @Test
    void oneClientConnectionIsOneUpstreamConnection() throws IOException {
        ScriptedUpstream upstream = installation.closing(ScriptedUpstream.answering(EVENTS));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            for (int i = 0; i < 3; i++) {
                client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
                assertThat(client.read(EVENTS.length())).isEqualTo(EVENTS);
            }
        }
        assertThat(upstream.connections()).isEqualTo(1);
    }
}
