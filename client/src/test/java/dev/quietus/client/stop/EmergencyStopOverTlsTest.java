package dev.quietus.client.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.testing.RawServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stop button over https: with a certificate it trusts, one it does not, and none at all. */
@Timeout(60)
class EmergencyStopOverTlsTest {

    private static final String BARRIER = "{\"barrier_id\":\"stop-r-1\"}";
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final JsonObject BODY =
            JsonObject.builder().put("reason", "x").build();
    private static final StopPatience LONG = new StopPatience(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofSeconds(40));
    private static final StopPatience SHORT = new StopPatience(
            Duration.ofSeconds(20),
            Duration.ofMillis(300),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofMillis(300));

    private static SSLContext own = defaultContext();

    private final List<String> reasons = new ArrayList<>();
    private final SSLContext before = defaultContext();

    @BeforeAll
    static void makeACertificate(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        own = SSLContext.getInstance("TLS");
        own.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void restore() {
        SSLContext.setDefault(before);
    }

    private RawServer server(String answer) throws Exception {
        return RawServer.over(
                own.getServerSocketFactory()
                        .createServerSocket(0, 10, InetAddress.getLoopbackAddress()),
                (self, socket, number) -> {
                    RawServer.request(socket);
                    if (answer.isEmpty()) {
                        self.hang();
                    }
                    RawServer.write(socket, answer);
                });
    }

    /** Presses, and is interrupted behind the first failure. */
    private StopAnswer press(String host, int port, StopPatience patience) {
        StopAnswer answer = EmergencyStop.at(
                        URI.create("https://" + host + ":" + port), Optional.of("t"))
                .with(patience)
                .with(attempt -> {
                    reasons.add(attempt.reason());
                    Thread.currentThread().interrupt();
                })
                .press("r", BODY);
        assertThat(Thread.interrupted()).isEqualTo(!reasons.isEmpty());
        return answer;
    }

    @Test
    void isAcknowledgedByAServerItTrusts() throws Exception {
        SSLContext.setDefault(own);
        try (RawServer server = server("HTTP/1.1 202 Accepted\r\nContent-Length: "
                + BARRIER.length() + "\r\n\r\n" + BARRIER)) {
            assertThat(press("127.0.0.1", server.port(), LONG))
                    .isEqualTo(new StopAnswer.Acknowledged(Json.parseObject(BARRIER)));
        }
    }

    @Test
    void saysNothingToAServerItDoesNotTrust() throws Exception {
        try (RawServer server = server("HTTP/1.1 202 Accepted\r\n\r\n" + BARRIER)) {
            assertThat(press("127.0.0.1", server.port(), LONG))
                    .isInstanceOf(StopAnswer.NotAcknowledged.class);
            assertThat(reasons.get(0)).contains("PKIX path building failed");
        }
    }

    @Test
    void saysNothingToAServerOfAnotherName() throws Exception {
        SSLContext.setDefault(own);
        try (RawServer server = server("HTTP/1.1 202 Accepted\r\n\r\n" + BARRIER)) {
            assertThat(press("localhost", server.port(), LONG))
                    .isInstanceOf(StopAnswer.NotAcknowledged.class);
            assertThat(reasons).anyMatch(reason -> reason.contains("localhost"));
        }
    }

    @Test
    void endsInTimeIfTheServerIsSilentBehindTheHandshake() throws Exception {
        SSLContext.setDefault(own);
        try (RawServer server = server("")) {
            assertThat(press("127.0.0.1", server.port(), SHORT))
                    .isInstanceOf(StopAnswer.NotAcknowledged.class);
            assertThat(reasons.get(0)).isEqualTo("no answer in time");
        }
    }

    @Test
    void endsInTimeIfNothingIsSaidAtAll() throws Exception {
        try (RawServer server = RawServer.serving((self, socket, number) -> self.hang())) {
            assertThat(press("127.0.0.1", server.port(), SHORT))
                    .isInstanceOf(StopAnswer.NotAcknowledged.class);
            assertThat(reasons.get(0)).isEqualTo("no answer in time");
        }
    }
}
