package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.verify.documents.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the document, run as they stand there on the example beside it. */
class ReceiptByHandTest {

    private static final Path EXAMPLE = Document.root().resolve("docs/stop-receipt-example");

    /** What each block prints, after the first, which asks a server. */
    private static final List<String> PRINTED = List.of(
            "Signature Verified Successfully\n", "true\n", "true\ntrue\nDECISION\n", "true\n");

    private final List<String> blocks =
            Document.read("docs/stop-receipt.md").blocks("## Verifying by hand", "sh");

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void programsAndFilesAreHere() throws IOException {
        List<String> missing = Program.missing(
                "sh", "openssl", "jq", "base64", "sha256sum", "head", "cut", "wc", "cat");
        assumeTrue(missing.isEmpty(), missing + " missing on this machine");
        for (String name : List.of("envelope.json", "key.pem", "events.json")) {
            Files.copy(EXAMPLE.resolve(name), directory.resolve(name));
        }
    }

    @Test
    void acceptTheExample() {
        assertPrints("stopped_and_quiet");
    }

    @Test
    void acceptTheRevisionThatItSupersedes() throws IOException {
        Files.copy(
                EXAMPLE.resolve("envelope-1.json"),
                directory.resolve("envelope.json"),
                StandardCopyOption.REPLACE_EXISTING);

        assertPrints("stop_incomplete");
    }

    @Test
    void refuseAPayloadWithOneBitFlipped() throws IOException {
        Path file = directory.resolve("envelope.json");
        Envelope genuine = Envelope.of(Files.readString(file));
        Files.writeString(file, genuine.withPayloadBitFlipped(800).toString());

        assertThat(run(1).code()).isNotZero();
    }

    @Test
    void refuseAnotherKey() throws IOException {
        Files.writeString(directory.resolve("key.pem"), ExampleKey.SECOND.pem());

        assertThat(run(1).code()).isNotZero();
        assertThat(run(2).code()).isNotZero();
    }

    @Test
    void refuseAChangedEvent() throws IOException {
        assertRefusesEvents("wrong commit", "right commit");
    }

    @Test
    void refuseADroppedEvent() throws IOException {
        String events = Files.readString(directory.resolve("events.json"));
        String third = events.lines().skip(3).findFirst().orElseThrow() + "\n";

        assertRefusesEvents(third, "");
    }

    private void assertRefusesEvents(String from, String to) throws IOException {
        Path file = directory.resolve("events.json");
        String events = Files.readString(file);
        assertThat(events).contains(from);
        Files.writeString(file, events.replace(from, to));

        assertThat(run(1).code()).isZero();
        assertThat(run(4).code()).isNotZero();
    }

    private void assertPrints(String decision) {
        assertThat(blocks).hasSize(PRINTED.size() + 1);
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(run(i))
                    .isEqualTo(
                            new Program.Ended(0, PRINTED.get(i - 1).replace("DECISION", decision)));
        }
    }

    private Program.Ended run(int block) {
        return Program.run(directory, List.of("sh", "-eu", "-c", blocks.get(block)));
    }
}
