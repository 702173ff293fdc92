package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.testing.TestingReceipt;
import dev.quietus.client.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and keys. */
class AccessTest {

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder)
                .with("QUIETUS_URL", server.url() + "/")
                .with("QUIETUS_TOKEN", "secret");
    }

    @Test
    void aNewTokenIsAllThatIsPrintedOnOut() {
        server.on("POST /v1/tokens", 201, "{\"name\":\"mara\",\"token\":\"qto_x\"}");

        assertThat(console.run("token", "create", "--role", "auditor", "--name", "mara"))
                .isZero();
        assertThat(console.out()).isEqualTo("qto_x\n");
        assertThat(console.err()).startsWith("auditor:mara   shown once");
        assertThat(server.bodyOf("POST /v1/tokens"))
                .isEqualTo("{\"role\":\"auditor\",\"name\":\"mara\"}");
    }

    @Test
    void tokensAreListedAndTakenBack() {
        server.on(
                        "GET /v1/tokens",
                        "{\"tokens\":[{\"name\":\"mara\",\"role\":\"auditor\",\"created_at\":"
                                + "\"2026-08-16T10:51:04.021Z\"}]}")
                .on("DELETE /v1/tokens/mara", "{\"name\":\"mara\",\"revoked\":2}");

        assertThat(console.run("token", "list")).isZero();
        assertThat(console.run("token", "revoke", "mara")).isZero();

        assertThat(console.lines())
                .containsExactly(
                        "NAME  ROLE     SINCE",
                        "mara  auditor  2026-08-16T10:51:04.021Z",
                        "mara   2 tokens revoked");
        assertThat(server.asked()).allMatch(asked -> asked.token().equals("secret"));
    }

    @Test
    void takingBackWhatIsNotThereIsNotFound() {
        assertThat(console.run("token", "revoke", "nobody")).isEqualTo(6);
        assertThat(console.run("token", "revoke", "x", "--url", "http://127.0.0.1:1"))
                .isEqualTo(7);
    }

    @Test
    void keysAreListedRotatedAndExported() throws IOException {
        TestingReceipt receipt = TestingReceipt.make();
        String pem = new JsonString(receipt.pem()).toJson();
        server.on(
                        "GET /v1/keys",
                        "{\"keys\":[{\"key_id\":\"k2\",\"state\":\"current\",\"public_key_pem\":"
                                + pem + ",\"created_at\":\"2026-08-16T10:51:04.021Z\"},"
                                + "{\"key_id\":\"k1\",\"state\":\"retired\",\"public_key_pem\":"
                                + pem + "}]}")
                .on("POST /v1/keys/rotate", "{\"key_id\":\"k3\",\"replaces\":\"k2\"}");

        assertThat(console.run("keys", "list")).isZero();
        assertThat(console.run("keys", "rotate")).isZero();
        assertThat(console.run("keys", "export", "-o", "keys.pem")).isZero();

        assertThat(console.lines())
                .containsExactly(
                        "KEY  STATE      SINCE",
                        "k2   ● current  2026-08-16T10:51:04.021Z",
                        "k1   ○ retired",
                        "Receipts are signed with k3 from now on   quietus keys export -o keys.pem",
                        "2 public keys written to " + folder.resolve("keys.pem"));
        Files.writeString(folder.resolve("receipt.json"), receipt.envelope().toJson());
        assertThat(TestingConsole.in(folder).run("verify", "receipt.json", "--key", "keys.pem"))
                .isZero();
    }
}
