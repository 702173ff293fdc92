package dev.quietus.verify.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.gateway.model.dialect.Dialect;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What does not get in: messages of two meanings, other people, ways out of the upstream's base.
 */
class HostileClientTest extends ModelScenes {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "400, `Host: x|Content-Length: 2|Transfer-Encoding: chunked||{}`",
                "400, `Host: x|Content-Length: 2|Content-Length: 2||{}`",
                "400, `Host: x|Content-Length: +2||{}`",
                "400, `Host: x|Content-Length: 2, 2||{}`",
                "501, `Host: x|Transfer-Encoding: gzip, chunked||0||`",
                "501, `Host: x|Transfer-Encoding: chunked, chunked||0||`",
                "400, `Host: x|Content-Length : 2||{}`",
                "400, `Host: x|X: a| folded|Content-Length: 2||{}`",
                "400, `Host: x|Host: y|Content-Length: 2||{}`",
                "400, `Content-Length: 2||{}`",
                "400, `Host: x|X: a\u0000b|Content-Length: 2||{}`",
                "400, `Host: x|no colon|Content-Length: 2||{}`",
                "400, `Host: x|Transfer-Encoding: chunked||xyz|ab|0||`",
                "400, `Host: x|Transfer-Encoding: chunked||-2|ab|0||`",
                "400, `Host: x|Transfer-Encoding: chunked||2|abc|0||`",
                "400, `Host: x|Transfer-Encoding: chunked||FFFFFFFFFFFFFFFFF|ab|0||`",
                "426, `Host: x|Connection: Upgrade|Upgrade: websocket||`",
            })
    void aMessageOfTwoMeaningsIsRefused(int status, String lines) throws IOException {
        ScriptedUpstream upstream = installation.closing(ScriptedUpstream.playing((client, up) -> {
            up.take(client);
            client.awaitEnd();
        }));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            client.say("POST " + scene.path(Dialect.ANTHROPIC, "/v1/messages") + " HTTP/1.1\r\n"
                    + lines.replace("|", "\r\n"));
            assertThat(client.head()).startsWith("HTTP/1.1 " + status + " ");
            assertThat(client.awaitEnd()).isTrue();
        }
        assertThat(upstream.bodies()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "404, /, HTTP/1.1",
        "404, /wrong/anthropic/v1/messages, HTTP/1.1",
        "404, SECRET/nobody/v1/messages, HTTP/1.1",
        "400, http://elsewhere.example/v1/messages, HTTP/1.1",
        "400, *, HTTP/1.1",
        "400, SECRET/anthropic/../../admin, HTTP/1.1",
        "400, SECRET/anthropic/v1/%2e%2E/x, HTTP/1.1",
        "400, SECRET/anthropic/v1/..;a/x, HTTP/1.1",
        "400, SECRET/anthropic/v1/..%5Cx, HTTP/1.1",
        "400, SECRET/anthropic/v1/x#y, HTTP/1.1",
        "505, SECRET/anthropic/v1/messages, HTTP/1.0",
        "505, *, HTTP/2.0",
    })
    void thereIsNoOtherWayIn(int status, String target, String version) throws IOException {
        ScriptedUpstream upstream = installation.closing(
                ScriptedUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        ModelScene scene = before(upstream.at("/base"));
        String path = scene.path(Dialect.ANTHROPIC, "");
        String secret = path.substring(0, path.lastIndexOf('/'));
        try (RawPeer client = scene.client()) {
            client.say("GET " + target.replace("SECRET", secret) + " " + version
                    + "\r\nHost: x\r\n\r\n");
            assertThat(client.head()).startsWith("HTTP/1.1 " + status + " ");
        }
        assertThat(upstream.connections()).isZero();
    }

    /** An address that stands in arguments can be read by all users of the machine. */
    @Test
    void aReadableAddressServesNobodyButThisUser() throws Exception {
        ScriptedUpstream upstream = installation.closing(
                ScriptedUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        ModelScene scene = before(upstream.at(""));
        URI readable = scene.gateway().readableUrl(Dialect.RESPONSES);
        assertThat(readable).isNotEqualTo(scene.gateway().url(Dialect.RESPONSES));
        String request = "GET " + readable.getRawPath() + "/models HTTP/1.1\r\nHost: x\r\n\r\n";
        try (RawPeer client = scene.client()) {
            assertThat(client.say(request).head()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(upstream.connections()).isEqualTo(1);
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "needs root, to become another user");
        Process other = new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--clear-groups",
                        "bash",
                        "-c",
                        "exec 3<>/dev/tcp/127.0.0.1/" + readable.getPort()
                                + "; printf '%s' \"$0\" >&3; head -1 <&3",
                        request)
                .redirectErrorStream(true)
                .start();
        assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                .startsWith("HTTP/1.1 404 ");
        assertThat(other.waitFor()).isZero();
        assertThat(upstream.connections()).isEqualTo(1);
    }

    @Test
    void anotherSpellingOfAGeneratingCallIsOne() throws IOException {
        ScriptedUpstream upstream = installation.closing(
                ScriptedUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        ModelScene scene = before(upstream.at(""));
        try (RawPeer client = scene.client()) {
            for (String path : new String[] {
                "/v1//messages/", "/v1/m%65ssages", "/v1/MESSAGES?x=/a", "/v1/messages;a=b"
            }) {
                client.say(scene.post(Dialect.ANTHROPIC, path, "{}"));
                client.body(client.head());
            }
            client.say(scene.post(Dialect.ANTHROPIC, "/v1/messages/count_tokens", "{}"));
            client.body(client.head());
        }
        assertThat(scene.gateway().counts().begun()).isEqualTo(4);
        assertThat(scene.gateway().counts().passed()).isEqualTo(1);
    }

    @Test
    void aHeadThatNeverEndsIsRefused() throws IOException {
        ModelScene scene =
                before(installation.closing(ScriptedUpstream.answering("")).at(""));
        try (RawPeer client = scene.client()) {
            client.say("GET /" + "x".repeat(60_000));
            assertThat(client.head()).startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void theSecretAndKeysAreNotShown() throws IOException {
        ModelScene scene =
                before(installation.closing(ScriptedUpstream.answering("")).at(""));
        String path = scene.path(Dialect.ANTHROPIC, "");
        String secret = path.substring(1, path.lastIndexOf('/'));
        assertThat(scene.gateway().toString()).doesNotContain(secret);
        assertThat(secret).hasSize(32);
    }
}
