package dev.quietus.server.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.client.json.Json;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptKeys;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import dev.quietus.core.settlement.Policy;
import dev.quietus.server.LogTrap;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Keys come and go; a receipt stays verifiable. */
@ResourceLock(LogTrap.LEVELS)
class KeyRotationTest {
    private static final Policy QUICK = new Policy(
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofMillis(50),
            Duration.ofMillis(200));

    @TempDir
    private Path directory;

    private TestingServer start() throws IOException {
        return TestingServer.with(ServerSettings.in(directory, 0).withPolicy(QUICK));
    }

    /** Stops a fresh run and waits for its receipt: each look at it is a look at the record. */
    private static Reply receipt(TestingServer server, String run) throws IOException {
        server.root(run);
        Reply stop = server.post(
                "/v1/runs/" + run + "/stop", server.operator(), Map.of("reason", "test"));
        assertThat(stop.status()).isEqualTo(202);
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() - end < 0) {
            Reply receipt = server.get("/v1/runs/" + run + "/receipt", server.operator());
            if (receipt.status() == 200) {
                // Also when it was issued between two reads of this very call.
                assertThat(receipt.value("newest")).isEqualTo("true");
                return receipt;
            }
            assertThat(receipt.code()).isEqualTo("no_receipt_yet");
        }
        throw new AssertionError("no receipt came");
    }

    private static List<JsonNode> keys(TestingServer server) throws IOException {
        List<JsonNode> keys = new ArrayList<>();
        server.get("/v1/keys", server.operator()).json().path("keys").forEach(keys::add);
        return keys;
    }

    private static ReceiptVerdict verify(Reply receipt, List<JsonNode> trusted) {
        List<ReceiptKey> keys = trusted.stream()
                .flatMap(key -> ReceiptKeys.fromPem(key.path("public_key_pem").asText()).stream())
                .toList();
        return ReceiptVerifier.verify(Json.parseObject(receipt.text()), keys, Optional.empty());
    }

    @Test
    void keepsOldReceiptsVerifiableAndSignsNewOnesWithTheNewKey() throws IOException {
        try (TestingServer server = start()) {
            Reply old = receipt(server, "before");
            Reply rotated = server.post("/v1/keys/rotate", server.operator(), Map.of());
            assertThat(rotated.status()).isEqualTo(200);
            Reply fresh = receipt(server, "after");

            List<JsonNode> keys = keys(server);
            assertThat(keys)
                    .extracting(key -> key.path("state").asText())
                    .containsExactlyInAnyOrder("retired", "current");
            JsonNode current = only(keys, "current");
            JsonNode retired = only(keys, "retired");
            assertThat(current.path("key_id").asText()).isEqualTo(rotated.value("key_id"));
            assertThat(retired.path("key_id").asText()).isEqualTo(rotated.value("replaces"));

            assertThat(verify(old, keys)).isInstanceOf(ReceiptVerdict.Valid.class);
            assertThat(verify(fresh, keys)).isInstanceOf(ReceiptVerdict.Valid.class);
            assertThat(verify(old, List.of(retired))).isInstanceOf(ReceiptVerdict.Valid.class);
            assertThat(verify(old, List.of(current))).isInstanceOf(ReceiptVerdict.Invalid.class);
            assertThat(verify(fresh, List.of(retired))).isInstanceOf(ReceiptVerdict.Invalid.class);
        }
    }

    private static JsonNode only(List<JsonNode> keys, String state) {
        return keys.stream()
                .filter(key -> key.path("state").asText().equals(state))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keepsItsKeysOverARestart() throws IOException {
        Reply old;
        String current;
        try (TestingServer server = start()) {
            old = receipt(server, "before");
            current =
                    server.post("/v1/keys/rotate", server.operator(), Map.of()).value("key_id");
        }
        try (TestingServer server = start()) {
            assertThat(only(keys(server), "current").path("key_id").asText()).isEqualTo(current);
            assertThat(verify(old, keys(server))).isInstanceOf(ReceiptVerdict.Valid.class);
            assertThat(server.get("/v1/runs/before/receipt", server.operator()).text())
                    .isEqualTo(old.text());
        }
    }

    @Test
    void survivesARotationThatWasCutOff() throws IOException {
        try (TestingServer server = start()) {
            Files.writeString(directory.resolve("keys/receipt-signing.key.pem.next"), "half a k");
            assertThat(server.post("/v1/keys/rotate", server.operator(), Map.of())
                            .status())
                    .isEqualTo(200);
            assertThat(Files.exists(directory.resolve("keys/receipt-signing.key.pem.next")))
                    .isFalse();
        }
    }

    @Test
    void keepsThePrivateKeyInItsFile() throws IOException {
        try (LogTrap logs = new LogTrap("dev.quietus", "com.sun.net.httpserver");
                TestingServer server = start()) {
            String rotated =
                    server.post("/v1/keys/rotate", server.operator(), Map.of()).text();
            Path file = directory.resolve("keys/receipt-signing.key.pem");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            String secret = Files.readAllLines(file).get(2);
            assertThat(secret).hasSizeGreaterThan(40);
            assertThat(rotated).doesNotContain(secret);
            assertThat(server.get("/v1/keys", server.operator()).text())
                    .doesNotContain(secret)
                    .doesNotContain("PRIVATE");
            assertThat(logs.text()).doesNotContain(secret);
        }
    }

    @Test
    void refusesAKeyFileThatIsNone() throws IOException {
        SigningKeys first = SigningKeys.open(directory.resolve("keys"));
        Path file = directory.resolve("keys/receipt-signing.key.pem");
        String whole = Files.readString(file);
        assertThat(whole).contains(first.keyId());
        for (String broken : List.of(
                "", "nonsense", whole.substring(0, whole.length() / 2), "# key id x\nAAAA")) {
            Files.writeString(file, broken);
            assertThatThrownBy(() -> SigningKeys.open(directory.resolve("keys")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not a Quietus signing key");
        }
    }
}
