package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who ends a connection, and what the other side then sees. */
class ConnectionLifeTest extends ModelScenes {
    private static final String YES = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

    @Test
    void anUpstreamThatEndsAKeptConnectionEndsTheClients() throws IOException {
        ModelScene scene = before(ScriptedUpstream.playing((client, upstream) -> {
            upstream.take(client);
            client.say(YES);
        }));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.CHAT, "/v1/chat/completions", "{}"));
            assertThat(client.rest()).isEqualTo(YES);
        }
    }

    @Test
    void closeIsHonouredOnBothSides() throws IOException {
        String last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
        ScriptedUpstream upstream = ScriptedUpstream.answering(last);
        ModelScene scene = before(upstream);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.CHAT, "/v1/chat/completions", "{}"));
            assertThat(client.rest()).isEqualTo(last);
        }
        RunningQuietus.untilTrue("the upstream sees it", () -> upstream.ended() == 1);
    }

    @Test
    void aClientThatHangsUpIsADisconnectAndNoStop() throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.playing((client, up) -> {
            up.take(client);
            client.say("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
                    + "transfer-encoding: chunked\r\n\r\n" + RawPeer.chunked("data: {}\n\n"));
            client.awaitEnd();
        });
        ModelScene scene = before(upstream);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            client.through("data: {}\n\n");
        }
        RunningQuietus.untilTrue("the upstream sees it", () -> upstream.ended() == 1);
        assertThat(scene.only("failed").string("kind")).isEqualTo("model_request");
        assertThat(scene.told("operation_finished")).contains("the client hung up");
        assertThat(scene.quietus().shown(scene.runId()).string("state")).isEqualTo("running");
        assertThat(scene.gateway().counts().clientHangUps()).isEqualTo(1);
        assertThat(scene.gateway().counts().cancelled()).isZero();
    }

    @Test
    void anAnswerThatComesBeforeTheRequestsEndReachesTheClient() throws IOException {
        String no = "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig";
        ModelScene scene = before(ScriptedUpstream.playing((client, upstream) -> {
            upstream.takeHead(client);
            client.say(no);
            client.read(10);
        }));
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.ANTHROPIC, "/v1/messages")
                    + " HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n{" + " ".repeat(99));
            assertThat(client.read(no.length())).isEqualTo(no);
        }
    }

    @Test
    void theNextRequestWaitsForTheAnswerBeforeIt() throws IOException {
        AtomicInteger taken = new AtomicInteger();
        ScriptedUpstream upstream = ScriptedUpstream.playing((client, up) -> {
            while (true) {
                up.take(client);
                int number = taken.incrementAndGet();
                client.say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + number);
            }
        });
        ModelScene scene = before(upstream);
        try (RawPeer client = scene.client()) {
            String request = scene.post(Dialect.CHAT, "/v1/chat/completions", "{}");
            client.say(request + request + request);
            for (int i = 1; i <= 3; i++) {
                assertThat(client.body(client.head())).isEqualTo(Integer.toString(i));
            }
        }
    }

    @Test
    void aServerThatIsAwayIsANo() throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.answering(YES);
        ModelScene scene = before(upstream);
        installation.quietus().close();
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            String head = client.head();
            assertThat(head).startsWith("HTTP/1.1 503 ");
            assertThat(client.body(head)).contains("its start could not be recorded");
        } finally {
            installation.quietus().restart();
        }
        assertThat(upstream.heads()).isEmpty();
        assertThat(scene.gateway().counts().notRecorded()).isEqualTo(1);
    }

    @Test
    void aClosedGatewayEndsWhatIsUnderWayAsFailed() throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.playing((client, up) -> {
            up.take(client);
            client.awaitEnd();
        });
        ModelScene scene = before(upstream);
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            RunningQuietus.untilTrue("it was sent", () -> upstream.bodies().size() == 1);
            scene.gateway().close();
            assertThat(client.awaitEnd()).isTrue();
        }
        scene.only("failed");
    }
}
