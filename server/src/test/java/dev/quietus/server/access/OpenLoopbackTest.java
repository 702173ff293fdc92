package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server without tokens serves programs on this machine and nothing that comes from a page. */
class OpenLoopbackTest {
    @TempDir
    private static Path directory;

    private static TestingServer server;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.with(ServerSettings.in(directory, 0).withoutTokens());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply runs(String host, String more) throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            call.write("GET /v1/runs HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
            return call.reply().orElseThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:7171",
                "localhost",
                "LocalHost:80",
                "[::1]:7171",
                "127.9.8.7"
            })
    void countsAProgramOnThisMachineAsAnOperator(String host) throws IOException {
        assertThat(runs(host, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quietus.example",
                "localhost.example",
                "127.0.0.1.example",
                "127.example:7171",
                "[::1].example",
                "10.0.0.7",
                ""
            })
    void refusesARequestUnderAnotherName(String host) throws IOException {
        Reply refused = runs(host, "");
        assertThat(refused.code()).isEqualTo("unauthenticated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:7171", "http://example.com", "null"})
    void refusesARequestOfAPage(String origin) throws IOException {
        assertThat(runs("127.0.0.1", "Origin: " + origin + "\r\n").code())
                .isEqualTo("unauthenticated");
    }

    @Test
    void doesNotTakeAWrongTokenForNone() throws IOException {
        assertThat(server.get("/v1/runs", "qto_wrong").code()).isEqualTo("unauthenticated");
    }

    @Test
    void writesNoOperatorToken() {
        assertThat(Files.exists(directory.resolve("operator.token"))).isFalse();
        assertThat(server.server().madeFirstToken()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.7", "::"})
    void isNotStartedBeyondLoopback(String address) {
        assertThatThrownBy(() -> settings(new InetSocketAddress(address, 0), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs tokens")
                .hasMessageContaining("--no-tokens");
        assertThat(settings(new InetSocketAddress(address, 0), true).tokens()).isTrue();
    }

    @Test
    void isNotStartedUnderANameWithoutAnAddress() {
        assertThatThrownBy(() ->
                        settings(InetSocketAddress.createUnresolved("no.such.host", 0), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no.such.host");
    }

    private static ServerSettings settings(InetSocketAddress listen, boolean tokens) {
        ServerSettings all = ServerSettings.in(directory, 0);
        return new ServerSettings(
                listen,
                all.ledger(),
                Optional.empty(),
                directory,
                tokens,
                "operator",
                all.defaultLife(),
                all.policy(),
                Optional.empty());
    }
}
