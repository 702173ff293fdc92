package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An upstream over TLS: it passes as one without, and has to show who it is. */
class TlsUpstreamTest extends ModelScenes {
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    private static final String EVENT = RawPeer.chunked("data: {}\n\n");

    @TempDir
    Path folder = Path.of("");

    @Test
    void requestAndAnswerPassAsTheyAre() throws Exception {
        SSLContext context = SelfSigned.made("localhost", folder).context();
        ScriptedUpstream upstream =
                installation.closing(ScriptedUpstream.secured(context, (client, up) -> {
                    up.take(client);
                    client.say(ANSWER);
                }));
        ModelScene scene = before(upstream.at("/base"), context);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{\"model\":\"m\"}"));
            assertThat(client.read(ANSWER.length())).isEqualTo(ANSWER);
        }
        assertThat(upstream.heads())
                .singleElement()
                .asString()
                .startsWith("POST /base/v1/messages HTTP/1.1\r\n" + "Host: localhost:"
                        + upstream.port());
        assertThat(upstream.bodies()).containsExactly("{\"model\":\"m\"}");
        assertThat(scene.only("succeeded").string("tool")).isEqualTo("model.anthropic");
    }

    @Test
    void aStopClosesItsStream() throws Exception {
        SSLContext context = SelfSigned.made("localhost", folder).context();
        CountDownLatch closed = new CountDownLatch(1);
        ScriptedUpstream upstream =
                installation.closing(ScriptedUpstream.secured(context, (client, up) -> {
                    up.take(client);
                    client.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n" + EVENT);
                    if (client.awaitEnd()) {
                        closed.countDown();
                    }
                }));
        ModelScene scene = before(upstream.at(""), context);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            client.head();
            assertThat(client.read(EVENT.length())).isEqualTo(EVENT);
            scene.quietus().stop(scene.runId());
            assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(client.through("0\r\n\r\n")).contains("event: error", "permission_error");
        }
        scene.only("cancelled_during_execution");
    }

    @Test
    void whoShowsAnotherNameGetsNothing() throws Exception {
        SSLContext other = SelfSigned.made("elsewhere.example", folder).context();
        ScriptedUpstream upstream =
                installation.closing(ScriptedUpstream.secured(other, (client, up) -> {
                    up.take(client);
                    client.say(ANSWER);
                }));
        ModelScene scene = before(upstream.at(""), other);
        refused(scene);
        assertThat(upstream.heads()).isEmpty();
    }

    @Test
    void whoIsNotBelievedGetsNothing() throws Exception {
        SSLContext shown = SelfSigned.made("localhost", folder).context();
        ScriptedUpstream upstream =
                installation.closing(ScriptedUpstream.secured(shown, (client, up) -> {
                    up.take(client);
                    client.say(ANSWER);
                }));
        refused(before(upstream.at("")));
        assertThat(upstream.heads()).isEmpty();
    }

    private static void refused(ModelScene scene) throws Exception {
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.head()).startsWith("HTTP/1.1 502 ");
        }
        scene.only("failed");
    }
}
