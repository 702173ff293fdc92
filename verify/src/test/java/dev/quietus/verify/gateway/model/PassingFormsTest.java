package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.model.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which HTTP/1.1 messages come, and that each passes as it is. */
class PassingFormsTest extends ModelScenes {
    private static final int LARGE = 20 << 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 429 Slow Down\r\nretry-after: 7\r\nContent-Length: 5\r\n\r\nlater",
                """
                HTTP/1.1 307 Elsewhere\r
                Location: https://elsewhere.example/\r
                Content-Length: 0\r
                \r
                """,
                "HTTP/1.1 204 None\r\nx-a: b\r\n\r\n",
                "HTTP/1.1 304 Same\r\nContent-Length: 77\r\n\r\n",
                "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"
                        + "Content-Length: 2\r\n\r\n{}",
                """
                HTTP/1.1 200 OK\r
                Transfer-Encoding: chunked\r
                \r
                3;name="value"\r
                abc\r
                00A\r
                0123456789\r
                0;last\r
                x-trailer: at the end\r
                \r
                """,
            })
    void answersPassAsTheyAre(String answer) throws IOException {
        ModelScene scene = before(ScriptedUpstream.answering(answer));
        try (RawPeer client = scene.client()) {
            for (int i = 0; i < 2; i++) {
                client.say(scene.post(Dialect.CHAT, "/v1/chat/completions", "{}"));
                assertThat(client.read(answer.length())).isEqualTo(answer);
            }
        }
    }

    @Test
    void anAnswerThatEndsWithItsConnectionDoes() throws IOException {
        String answer = "HTTP/1.0 200 OK\r\nServer: old\r\n\r\n{\"a\":1}";
        ModelScene scene = before(ScriptedUpstream.playing((client, upstream) -> {
            upstream.take(client);
            client.say(answer);
        }));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.CHAT, "/v1/chat/completions", "{}"));
            assertThat(client.rest()).isEqualTo(answer);
        }
    }

    @Test
    void aHeadRequestHasNoBody() throws IOException {
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n";
        ModelScene scene = before(ScriptedUpstream.answering(answer));
        try (RawPeer client = scene.client()) {
            for (int i = 0; i < 2; i++) {
                client.say("HEAD " + scene.path(Dialect.ANTHROPIC, "")
                        + " HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(client.read(answer.length())).isEqualTo(answer);
            }
        }
        assertThat(scene.gateway().counts().passed()).isEqualTo(2);
    }

    @Test
    void continueComesFromTheUpstream() throws IOException {
        ModelScene scene = before(ScriptedUpstream.playing((client, upstream) -> {
            String head = upstream.takeHead(client);
            client.say("HTTP/1.1 100 Continue\r\n\r\n");
            client.body(head);
            client.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            client.awaitEnd();
        }));
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.ANTHROPIC, "/v1/messages")
                    + " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 2\r\n\r\n");
            assertThat(client.head()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.say("{}");
            assertThat(client.head()).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(client.read(2)).isEqualTo("{}");
        }
    }

    @Test
    void aPackedAnswerPassesPacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packer = new GZIPOutputStream(packed)) {
            packer.write("{\"type\":\"message\",\"usage\":{\"input_tokens\":3,\"output_tokens\":4}}"
                    .getBytes(StandardCharsets.UTF_8));
        }
        String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Content-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n\r\n"
                + packed.toString(StandardCharsets.ISO_8859_1);
        ModelScene scene = before(ScriptedUpstream.answering(answer));
        try (RawPeer client = scene.client()) {
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages", "{}"));
            assertThat(client.read(answer.length())).isEqualTo(answer);
        }
        assertThat(scene.told("operation_finished")).contains("tokens in 3, out 4");
    }

    @Test
    void onlyReadableCodingsAreAskedForWhereAModelGenerates() throws IOException {
        ScriptedUpstream upstream =
                ScriptedUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        ModelScene scene = before(upstream);
        String offer = "Accept-Encoding: zstd;q=1.0, GZIP;q=0.5, br\r\n";
        String rest = " HTTP/1.1\r\nHost: x\r\n" + offer
                + "Connection: keep-alive, X-Mine\r\nX-Mine: 1\r\nTE: trailers\r\n"
                + "Content-Length: 0\r\n\r\n";
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.RESPONSES, "/v1/responses") + rest);
            client.body(client.head());
            client.say("POST " + scene.path(Dialect.RESPONSES, "/v1/files") + rest);
            client.body(client.head());
        }
        String lines = "\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n";
        assertThat(upstream.heads().getFirst()).endsWith("\r\nAccept-Encoding: GZIP;q=0.5" + lines);
        assertThat(upstream.heads().getLast()).endsWith("\r\n" + offer.strip() + lines);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeBodiesPassUnchangedInBothDirections(boolean chunked) throws IOException {
        byte[] body = new byte[LARGE];
        new Random(7).nextBytes(body);
        byte[] message = framed(body, chunked);
        String framing =
                chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: " + LARGE + "\r\n";
        ScriptedUpstream upstream = ScriptedUpstream.playing((client, up) -> {
            up.takeHead(client);
            byte[] came = unframed(client, chunked);
            client.say("HTTP/1.1 200 OK\r\n" + framing + "\r\n").say(framed(came, chunked));
            client.awaitEnd();
        });
        ModelScene scene = before(upstream);
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.GEMINI, "/v1beta/models/m:generateContent")
                    + " HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n");
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    client.say(message);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            client.head();
            assertThat(Arrays.equals(unframed(client, chunked), body)).isTrue();
            sent.join();
        }
        scene.only("succeeded");
    }

    /** The content, in chunks of sizes from one byte to more than any buffer. */
    private static byte[] framed(byte[] body, boolean chunked) {
        if (!chunked) {
            return body;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 4096);
        int[] sizes = {1, 17, 300_000, 4096, 65_536, 2_000_000, 8191};
        int at = 0;
        for (int i = 0; at < body.length; i++) {
            int size = Math.min(sizes[i % sizes.length], body.length - at);
            String ext = i % 3 == 0 ? ";n=" + i : "";
            out.writeBytes(
                    (Integer.toHexString(size) + ext + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(body, at, size);
            out.writeBytes(new byte[] {'\r', '\n'});
            at += size;
        }
        out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static byte[] unframed(RawPeer from, boolean chunked) throws IOException {
        if (!chunked) {
            return from.bytes(LARGE);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(LARGE);
        while (true) {
            String head = from.through("\r\n");
            int size = Integer.parseInt(head.strip().split(";", 2)[0], 16);
            out.writeBytes(from.bytes(size));
            from.through("\r\n");
            if (size == 0) {
                return out.toByteArray();
            }
        }
    }
}
