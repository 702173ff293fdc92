package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.testing.TestingReceipt;
import dev.quietus.client.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptsTest {

    private static final String RECEIPT = "GET /v1/runs/cc-run-4421/receipt";

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

    private void file(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }

    @Test
    void showsTheReceiptAsItsDefinitionDoes() {
        server.on(RECEIPT, receipt.answer().toJson());

        assertThat(console.run("receipt", "cc-run-4421")).isZero();
        assertThat(console.out())
                .startsWith("stop_receipt:\n  barrier_id: stop-cc-run-4421-01\n")
                .contains("\n  decision: stopped_and_quiet\n");
        assertThat(server.calls()).containsExactly(RECEIPT);
    }

    @Test
    void asJsonItIsTheSame() {
        server.on(RECEIPT, receipt.answer().toJson());

        console.run("receipt", "cc-run-4421", "--output", "json");

        assertThat(Json.parseObject(console.out()).object("stop_receipt"))
                .isEqualTo(receipt.receipt());
    }

    @Test
    void theEnvelopeInAFileIsWhatVerifyReads() {
        server.on(RECEIPT, receipt.answer().toJson());
        receipt.trustIn(folder.resolve("home"));

        assertThat(console.run(
                        "receipt",
                        "cc-run-4421",
                        "--output",
                        "envelope",
                        "-o",
                        "receipt.json",
                        "--revision",
                        "1"))
                .isZero();
        assertThat(console.out())
                .isEqualTo("Receipt stop-cc-run-4421-01, revision 1,"
                        + " stopped_and_quiet   written to " + folder.resolve("receipt.json")
                        + "\n");
        assertThat(server.calls()).containsExactly(RECEIPT + "?revision=1");

        TestingConsole offline = TestingConsole.in(folder);
        assertThat(offline.run("verify", "receipt.json")).isZero();
        assertThat(offline.lines())
                .containsSubsequence(
                        "Receipt valid   stop-cc-run-4421-01, revision 1   stopped_and_quiet",
                        "  ✔ the statement is a stop receipt, version 1",
                        "  ○ not checked: the events, for none were given");
    }

    @Test
    void aBarrierHasAReceiptOfItsOwn() {
        server.on(
                "GET /v1/barriers/stop-cc-run-4421-02/receipt", receipt.answer().toJson());

        assertThat(console.run("receipt", "stop-cc-run-4421-02")).isZero();
    }

    @Test
    void aReceiptThatIsNotThereYetIsSaidWithWhatToDo() {
        server.refuses(RECEIPT, 404, "no_receipt_yet", "barrier 'b' has no receipt yet: settling");

        assertThat(console.run("receipt", "cc-run-4421")).isEqualTo(6);
        assertThat(console.err())
                .isEqualTo("quietus: barrier 'b' has no receipt yet: settling;"
                        + " 'quietus watch cc-run-4421' shows what it waits for\n");
    }

    @Test
    void anOldRevisionSaysThatItIsOld() {
        server.on(
                RECEIPT, receipt.answer().toJson().replace("\"newest\":true", "\"newest\":false"));

        assertThat(console.run("receipt", "cc-run-4421", "--revision", "1")).isZero();
        assertThat(console.err()).contains("this revision is superseded");
    }

    @Test
    void verifiesTheServersAnswerAndEventsOfEitherForm() throws IOException {
        receipt.trustIn(folder.resolve("home"));
        file("answer.json", receipt.answer().toPrettyJson());
        file("lines.jsonl", receipt.eventLines());
        file("document.json", receipt.eventDocument().toPrettyJson());

        for (String events : new String[] {"lines.jsonl", "document.json"}) {
            TestingConsole offline = TestingConsole.in(folder);

            assertThat(offline.run("verify", "answer.json", "--events", events)).isZero();
            assertThat(offline.out())
                    .contains("✔ the 4 events that the receipt covers chain to its head hash");
        }
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void namesWhatIsWrongWithAChangedReceipt() throws IOException {
        receipt.trustIn(folder.resolve("home"));
        String other = receipt.envelope(receipt.receipt().with("reason", Json.parse("\"x\"")))
                .string("payload");
        file(
                "receipt.json",
                receipt.envelope()
                        .with("payload", Json.parse("\"" + other + "\""))
                        .toJson());

        assertThat(console.run("verify", "receipt.json")).isEqualTo(5);
        assertThat(console.lines().get(0)).isEqualTo("Receipt NOT valid");
        assertThat(console.out()).contains("▲ signature_invalid: the signature by key ");
    }

    @Test
    void namesWhatIsWrongWithChangedEvents() throws IOException {
        receipt.trustIn(folder.resolve("home"));
        file("receipt.json", receipt.envelope().toJson());
        file("changed.jsonl", receipt.eventLines().replace("op-2", "op-9"));
        file("short.jsonl", receipt.eventLines().lines().findFirst().orElseThrow() + "\n");

        assertThat(console.run("verify", "receipt.json", "--events", "changed.jsonl"))
                .isEqualTo(5);
        assertThat(console.out()).contains("▲ event_changed: event 2 was changed");

        TestingConsole other = TestingConsole.in(folder);
        assertThat(other.run("verify", "receipt.json", "--events", "short.jsonl"))
                .isEqualTo(5);
        assertThat(other.out()).contains("▲ events_truncated");
    }

    @Test
    void aKeyOfSomebodyElseDoesNotVerify() throws IOException {
        file("receipt.json", receipt.envelope().toJson());
        file("other.pem", TestingReceipt.make().pem());

        assertThat(console.run("verify", "receipt.json", "--key", "other.pem")).isEqualTo(5);
        assertThat(console.out()).contains("signature_key_unknown");
    }

    @Test
    void filesThatAreNothingAreToldApart() throws IOException {
        receipt.trustIn(folder.resolve("home"));
        file("text.json", "hello");
        file("empty.json", "{}");
        file("receipt.json", receipt.envelope().toJson());
        file("events.jsonl", "{}\nhello\n");
        file("key.pem", "hello");

        assertThat(console.run("verify", "gone.json")).isEqualTo(2);
        assertThat(console.run("verify", "text.json")).isEqualTo(5);
        assertThat(console.run("verify", "empty.json")).isEqualTo(5);
        assertThat(console.run("verify", "receipt.json", "--key", "key.pem")).isEqualTo(2);
        assertThat(console.run("verify", "receipt.json", "--key", "gone.pem")).isEqualTo(2);
        assertThat(console.run("verify", "receipt.json", "--events", "events.jsonl"))
                .isEqualTo(5);
        assertThat(console.err()).contains("events.jsonl line 2 is no event");
    }

    /** What people read was kept, and found to be no envelope only when it was needed. */
    @Test
    void aReceiptToReadIsSaidToCarryNoSignature() throws IOException {
        receipt.trustIn(folder.resolve("home"));
        for (String form : new String[] {"json", "yaml"}) {
            server.on(RECEIPT, receipt.answer().toJson());
            TestingConsole kept = TestingConsole.in(folder).asking(server);
            kept.run("receipt", "cc-run-4421", "--output", form, "-o", "kept." + form);

            TestingConsole asked = TestingConsole.in(folder);
            assertThat(asked.run("verify", "kept." + form)).isEqualTo(5);
            assertThat(asked.err())
                    .contains("kept." + form + " is a receipt to read, and carries no signature;"
                            + " 'quietus receipt RUN --output envelope -o FILE' writes one");
        }
    }

    @Test
    void withoutAnyKeyNothingIsCalledValid() throws IOException {
        file("receipt.json", receipt.envelope().toJson());

        assertThat(console.run("verify", "receipt.json")).isEqualTo(2);
        assertThat(console.err()).contains("no public key in ").contains("quietus keys export");
    }
}
