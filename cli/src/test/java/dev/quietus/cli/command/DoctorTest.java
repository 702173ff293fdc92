package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.testing.TestingReceipt;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir
    private Path folder;

    @Test
    void saysWhatIsThereAndWhatIsNot() {
        TestingConsole console =
                TestingConsole.in(folder).with("QUIETUS_URL", "http://127.0.0.1:1");

        assertThat(console.run("doctor")).isZero();

        assertThat(console.lines())
                .anyMatch(line -> line.startsWith("✔ Java "))
                .anyMatch(line -> line.startsWith("✔ ledger "))
                .anyMatch(line -> line.startsWith("▲ keys "))
                .anyMatch(line ->
                        line.startsWith("▲ server ") && line.contains("connection refused"));
    }

    @Test
    void looksAtTheServerItsClockItsRecordAndTheToken() {
        TestingReceipt.make().trustIn(folder.resolve("home"));
        try (StubServer server = StubServer.start()
                .on(
                        "GET /health/live",
                        "{\"status\":\"live\",\"version\":\"9.9\",\"server_time\":"
                                + "\"2026-08-16T10:53:05.000Z\"}")
                .on("GET /health/ready", 503, "{\"status\":\"not_ready\",\"detail\":\"disk full\"}")
                .refuses("GET /v1/keys", 401, "unauthenticated", "the token is not known here")) {
            TestingConsole console = TestingConsole.in(folder)
                    .with("QUIETUS_URL", server.url())
                    .with("QUIETUS_TOKEN", "x");

            assertThat(console.run("doctor")).isEqualTo(1);

            assertThat(console.lines())
                    .contains("✔ server          " + server.url() + ", version 9.9")
                    .contains("▲ clock           5000 ms apart from the server's; times here and"
                            + " there do not compare")
                    .anyMatch(line -> line.startsWith("✔ keys            1 public key in "))
                    .anyMatch(line -> line.startsWith("▲ record          the server can't write: "))
                    .anyMatch(line -> line.startsWith("▲ token           from QUIETUS_TOKEN: the"
                            + " token is not known here"));
        }
    }

    @Test
    void programsGetTheSameAsADocument() throws IOException {
        Files.createDirectories(folder.resolve("home"));
        TestingConsole console =
                TestingConsole.in(folder).with("QUIETUS_URL", "http://127.0.0.1:1");

        console.run("doctor", "--output", "json");

        assertThat(Json.parseObject(console.out()).array("checks").objects())
                .extracting((JsonObject check) -> check.string("name"))
                .contains("Java", "system", "ledger", "disk", "keys", "server");
    }

    @Test
    void settingsThatAreWrongAreSaid() throws IOException {
        Files.writeString(folder.resolve("quietus.yaml"), "colour: red\n");

        TestingConsole console = TestingConsole.in(folder);
        assertThat(console.run("doctor")).isEqualTo(2);
        assertThat(console.err()).contains("quietus.yaml:1: unknown key 'colour'");
    }
}
