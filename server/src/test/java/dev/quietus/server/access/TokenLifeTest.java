package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Token;
import dev.quietus.ledger.SqliteLedger;
import dev.quietus.ledger.SqliteSettings;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a token: made once, kept as a hash, gone when it is taken away. */
class TokenLifeTest {
    @TempDir
    private Path directory;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void theFirstStartWritesTheOperatorsTokenForItsOwnerOnly() throws IOException {
        String first;
        try (TestingServer server = TestingServer.in(directory)) {
            assertThat(server.server().madeFirstToken()).isTrue();
            first = server.operator();
            assertThat(first).startsWith("qto_");
            assertThat(mode(directory.resolve("operator.token"))).isEqualTo("rw-------");
            assertThat(mode(directory.resolve("lease.secret"))).isEqualTo("rw-------");
            assertThat(mode(directory.resolve("ledger.db"))).isEqualTo("rw-------");
            assertThat(mode(directory.resolve("keys"))).isEqualTo("rwx------");
            assertThat(mode(directory.resolve("keys/receipt-signing.key.pem")))
                    .isEqualTo("rw-------");
        }
        try (TestingServer again = TestingServer.in(directory)) {
            assertThat(again.server().madeFirstToken()).isFalse();
            assertThat(again.operator()).isEqualTo(first);
            assertThat(again.get("/v1/runs", first).status()).isEqualTo(200);
        }
    }

    /** A start that was killed between the file and the record left a token that nobody knows. */
    @Test
    void aStartThatWasCutOffIsMadeGoodByTheNext() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("operator.token"), "qto_written-but-not-recorded\n");
        try (TestingServer server = TestingServer.in(directory)) {
            assertThat(server.server().madeFirstToken()).isTrue();
            assertThat(server.get("/v1/runs", server.operator()).status()).isEqualTo(200);
        }
    }

    @Test
    void theFileIsThereBeforeTheRecordSaysThatATokenIs() throws IOException {
        Path blocked = directory.resolve("no-directory/operator.token");
        try (SqliteLedger ledger =
                SqliteLedger.open(SqliteSettings.of(directory.resolve("ledger.db")))) {
            HolderTokens tokens = new HolderTokens(ledger, true);
            assertThat(Optional.of(tokens).map(each -> made(each, blocked))).hasValue(false);
            assertThat(tokens.all()).isEmpty();
        }
    }

    /** What was read before a revocation must not be remembered behind it. */
    @Test
    void aTokenThatIsTakenAwayWhileItIsLookedUpCountsNoLonger() {
        try (SqliteLedger ledger =
                SqliteLedger.open(SqliteSettings.of(directory.resolve("ledger.db")))) {
            RevokingLedger racing = new RevokingLedger(ledger);
            HolderTokens tokens = new HolderTokens(racing, true);
            String secret = tokens.create(Token.Role.WORKER, "wim");
            racing.revokeBehindTheNextRead(() -> tokens.revoke("wim"));

            assertThat(tokens.find(secret)).isPresent();
            assertThat(tokens.find(secret)).isEmpty();
        }
    }

    @Test
    void aTokenIsReadEachTimeWhereOthersCanTakeItAway() {
        try (SqliteLedger ledger =
                SqliteLedger.open(SqliteSettings.of(directory.resolve("ledger.db")))) {
            HolderTokens tokens = new HolderTokens(ledger, false);
            String secret = tokens.create(Token.Role.WORKER, "wim");
            assertThat(tokens.find(secret)).isPresent();

            int revoked = ledger.write(records -> records.revokeTokens("wim"));

            assertThat(revoked).isEqualTo(1);
            assertThat(tokens.find(secret)).isEmpty();
        }
    }

    private static boolean made(HolderTokens tokens, Path file) {
        try {
            return tokens.makeFirst(file, "operator");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theRecordHoldsNoSecret() throws IOException {
        List<String> secrets = new ArrayList<>();
        try (TestingServer server = TestingServer.in(directory)) {
            secrets.add(server.operator());
            secrets.add(server.token("worker", "wim"));
            secrets.add(server.root("run-1").path("lease_token").asText());
            assertThat(server.post("/v1/runs/run-1/stop", server.operator(), Map.of("reason", "x"))
                            .status())
                    .isEqualTo(202);
            assertNowhere(secrets);
        }
        assertNowhere(secrets);
    }

    private void assertNowhere(List<String> secrets) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().contains("ledger.db")).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                for (String secret : secrets) {
                    assertThat(bytes.contains(secret))
                            .as(file + " has a secret")
                            .isFalse();
                    String random = secret.substring(secret.length() - 20);
                    assertThat(bytes.contains(random))
                            .as(file + " has half a secret")
                            .isFalse();
                }
            }
        }
    }

    @Test
    void aTokenThatIsTakenAwayCountsNoLonger() throws IOException {
        try (TestingServer server = TestingServer.in(directory)) {
            String auditor = server.token("auditor", "ann");
            String worker = server.token("worker", "wim");
            assertThat(server.get("/v1/runs", auditor).status()).isEqualTo(200);

            assertThat(revoke(server, "ann").json().path("revoked").asInt()).isEqualTo(1);

            assertThat(server.get("/v1/runs", auditor).code()).isEqualTo("unauthenticated");
            assertThat(server.get("/metrics", worker).status()).isEqualTo(200);
            assertThat(revoke(server, "ann").code()).isEqualTo("not_found");
            Reply left = server.get("/v1/tokens", server.operator());
            assertThat(left.json().path("tokens").findValuesAsText("name"))
                    .containsExactly("operator", "wim");
            assertThat(left.text()).doesNotContain("qto_");
        }
    }

    @Test
    void aStreamEndsWhenItsTokenIsTakenAway() throws IOException {
        try (TestingServer server = TestingServer.in(directory)) {
            String auditor = server.token("auditor", "ann");
            try (RawCall stream = RawCall.to(server.port())) {
                stream.write(RawCall.head("GET", "/v1/events", auditor, "Accept: text/event-stream")
                        + "\r\n");
                assertThat(stream.replyHead().orElseThrow().status()).isEqualTo(200);

                assertThat(revoke(server, "ann").status()).isEqualTo(200);
                server.root("after-the-revocation");

                assertThat(stream.streamToItsEnd()).doesNotContain("after-the-revocation");
            }
        }
    }

    @Test
    void aClaimThatWaitsGetsNothingOnceItsTokenIsTakenAway() throws IOException {
        try (TestingServer server = TestingServer.in(directory)) {
            String worker = server.token("worker", "wim");
            server.root("run-1");
            try (RawCall claim = RawCall.to(server.port())) {
                String body = "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"60s\"}";
                claim.write(RawCall.head(
                                "POST",
                                "/v1/work/claim",
                                worker,
                                "Content-Length: " + body.length())
                        + "\r\n" + body);
                assertThat(revoke(server, "wim").status()).isEqualTo(200);
                server.accept("run-1", "op-1", Map.of("queue", "q"));

                assertThat(claim.reply().orElseThrow().code()).isEqualTo("unauthenticated");
            }
            assertThat(server.get("/v1/runs/run-1/operations/op-1", server.operator())
                            .value("state"))
                    .isEqualTo("queued");
        }
    }

    @Test
    void withoutAnyOperatorLeftTheNextStartMakesOne() throws IOException {
        try (TestingServer server = TestingServer.in(directory)) {
            assertThat(revoke(server, "operator").status()).isEqualTo(200);
        }
        try (TestingServer server = TestingServer.with(ServerSettings.in(directory, 0))) {
            assertThat(server.server().madeFirstToken()).isTrue();
            Reply tokens = server.get("/v1/tokens", server.operator());
            assertThat(tokens.json().path("tokens").findValuesAsText("role"))
                    .containsExactly(Token.Role.OPERATOR.name().toLowerCase(java.util.Locale.ROOT));
        }
    }

    private static Reply revoke(TestingServer server, String name) throws IOException {
        return server.send("DELETE", "/v1/tokens/" + name, server.operator(), Optional.empty());
    }
}
