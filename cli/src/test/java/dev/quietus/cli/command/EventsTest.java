package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.testing.TestingReceipt;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

    private static final String EVENTS = "GET /v1/runs/cc-run-4421/events";

    @TempDir
    private Path folder;

    private final TestingReceipt receipt = TestingReceipt.make();

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server);
    }

    private void serveInTwoPages() {
        List<JsonObject> events = receipt.eventDocument().array("events").objects();
        server.on(
                        EVENTS,
                        JsonObject.builder()
                                .put("events", JsonArray.of(events.subList(0, 2)))
                                .put("next_after", 2)
                                .build()
                                .toJson())
                .on(
                        EVENTS,
                        JsonObject.builder()
                                .put("events", JsonArray.of(events.subList(2, 4)))
                                .build()
                                .toJson());
    }

    @Test
    void allPagesAsLinesAreTheFileThatVerifyReads() throws IOException {
        serveInTwoPages();

        assertThat(console.run("events", "cc-run-4421", "--output", "jsonl")).isZero();

        assertThat(console.out()).isEqualTo(receipt.eventLines());
        assertThat(server.calls())
                .containsExactly(EVENTS + "?after=0&limit=1000", EVENTS + "?after=2&limit=1000");
        Files.writeString(folder.resolve("events.jsonl"), console.out());
        Files.writeString(folder.resolve("receipt.json"), receipt.envelope().toJson());
        Files.writeString(folder.resolve("key.pem"), receipt.pem());
        assertThat(TestingConsole.in(folder)
                        .run(
                                "verify",
                                "receipt.json",
                                "--key",
                                "key.pem",
                                "--events",
                                "events.jsonl"))
                .isZero();
    }

    @Test
    void aTableHasALineForEachEvent() {
        serveInTwoPages();

        console.run("events", "cc-run-4421", "--after", "1");

        assertThat(console.lines().get(0))
                .isEqualTo("    1  2026-08-16T10:51:01.000Z"
                        + "  operation_accepted        cc-run-4421/op-1  tool=a.b");
        assertThat(console.lines()).hasSize(4);
        assertThat(server.calls().get(0)).isEqualTo(EVENTS + "?after=1&limit=1000");
    }

    @Test
    void aDocumentHasAllOfThem() {
        serveInTwoPages();

        console.run("events", "cc-run-4421", "--output", "json");

        assertThat(console.out()).isEqualTo(receipt.eventDocument().toPrettyJson() + "\n");
    }

    @Test
    void followsTheLiveStreamUntilItsEnd() {
        String first = receipt.eventLines().lines().findFirst().orElseThrow();
        server.on("GET /v1/runs/cc-run-4421", "{}")
                .streams(EVENTS, "id: 1\nevent: operation_accepted\ndata: " + first + "\n\n")
                .on(EVENTS + " live", 204, "");

        assertThat(console.run("events", "cc-run-4421", "--follow", "--output", "jsonl"))
                .isZero();
        assertThat(console.out()).isEqualTo(first + "\n");
    }

    @Test
    void followingARunThatIsNotThereIsAnError() {
        assertThat(console.run("events", "cc-run-4421", "--follow")).isEqualTo(6);
    }
}
