package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKeys;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Event;
import dev.quietus.verify.documents.Document;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExampleFilesTest {

    private static final String FOLDER = "docs/stop-receipt-example/";

    private final ExampleReceipts receipts = new ExampleReceipts();

    @Test
    void firstReceiptIsWhatTheProductWrites() {
        Document.requireFresh(
                FOLDER + "envelope-1.json", receipts.incomplete(ExampleKey.FIRST) + "\n");
    }

    @Test
    void secondReceiptIsWhatTheProductWrites() {
        Document.requireFresh(FOLDER + "envelope.json", receipts.quiet(ExampleKey.FIRST) + "\n");
    }

    @Test
    void keyIsTheOneThatSignedThem() {
        Document.requireFresh(FOLDER + "key.pem", ExampleKey.FIRST.pem());
    }

    @Test
    void eventsAreWhatTheProductChains() {
        Document.requireFresh(
                FOLDER + "events.json",
                receipts.story().events().stream()
                        .map(Event::shown)
                        .map(CanonicalJson::write)
                        .collect(Collectors.joining(",\n", "{\"events\": [\n", "\n]}\n")));
    }

    /** What {@code quietus verify} judges by. */
    @Test
    void ownVerifierAcceptsBothWithTheirEvents() {
        Optional<List<JsonObject>> events =
                Optional.of(parsed("events.json").array("events").objects());
        for (String file : List.of("envelope-1.json", "envelope.json")) {
            assertThat(ReceiptVerifier.verify(
                            parsed(file),
                            ReceiptKeys.fromPem(
                                    Document.read(FOLDER + "key.pem").text()),
                            events))
                    .as(file)
                    .isInstanceOf(ReceiptVerdict.Valid.class);
        }
    }

    private static JsonObject parsed(String file) {
        byte[] bytes = Document.read(FOLDER + file).text().getBytes(StandardCharsets.UTF_8);
        return Json.parseObject(bytes, JsonLimits.DEFAULT);
    }
}
