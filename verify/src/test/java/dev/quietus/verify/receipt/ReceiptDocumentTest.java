package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.core.Wire;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.receipt.Statement;
import dev.quietus.verify.documents.Document;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReceiptDocumentTest {

    private final Document document = Document.read("docs/stop-receipt.md");
    private final JsonNode schema = Envelope.parsed(Document.read(Schemas.PATH).text());

    @Test
    void tableOfFieldsHasExactlyThoseOfTheSchema() {
        List<String> rows = document.firstColumn("## Predicate fields");
        List<String> paths = new ArrayList<>();
        collect("", schema.at("/$defs/stop_receipt"), rows, paths);

        assertThat(rows).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(paths);
    }

    /**
     * Every path that needs a row: each value, and each list or optional object before its parts;
     * an object that has a row and none for its parts is described as a whole.
     */
    private void collect(String prefix, JsonNode type, List<String> rows, List<String> paths) {
        type.get("properties").properties().forEach(property -> {
            String path = prefix + property.getKey();
            JsonNode resolved = resolved(property.getValue());
            boolean list = resolved.has("items");
            JsonNode inner = list ? resolved(resolved.get("items")) : resolved;
            String below = path + (list ? "[]." : ".");
            boolean parts = inner.has("properties")
                    && (list || rows.stream().anyMatch(row -> row.startsWith(below)));
            if (!parts || rows.contains(path)) {
                paths.add(path);
            }
            if (parts) {
                collect(below, inner, rows, paths);
            }
        });
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? schema.at(node.get("$ref").textValue().substring(1)) : node;
    }

    @Test
    void typesAreThoseOfTheCode() {
        List<List<String>> rows = document.table("## Statement");

        assertThat(Document.code(rows.get(0).get(1))).isEqualTo(Statement.TYPE);
        assertThat(Document.code(rows.get(2).get(1))).isEqualTo(Statement.PREDICATE_TYPE);
        assertThat(document.section("## Envelope")).contains(Statement.PAYLOAD_TYPE);
        assertThat(schema.at("/properties/_type/const").textValue()).isEqualTo(Statement.TYPE);
        assertThat(schema.at("/properties/predicateType/const").textValue())
                .isEqualTo(Statement.PREDICATE_TYPE);
    }

    @Test
    void preAuthenticationEncodingIsThatOfTheCode() {
        byte[] payload = "{\"ü\":1}".getBytes(StandardCharsets.UTF_8);

        assertThat(new String(
                        Statement.preAuthentication(Statement.PAYLOAD_TYPE, payload),
                        StandardCharsets.UTF_8))
                .isEqualTo("DSSEv1 28 application/vnd.in-toto+json 8 {\"ü\":1}");
        assertThat(document.section("## Envelope"))
                .contains("\"DSSEv1 28 application/vnd.in-toto+json \" LEN(payload) \" \" payload");
    }

    @Test
    void settlementWordsAreThoseOfTheCode() {
        List<String> words = Stream.concat(
                        Wire.spellings(Settlement.SettledState.class).stream(),
                        Stream.of("unknown", "pending"))
                .toList();

        assertThat(document.firstColumn("## Settlement words"))
                .containsExactlyInAnyOrderElementsOf(words);
        assertThat(texts(schema.at("/$defs/in_flight/properties/settled_state/enum")))
                .containsExactlyInAnyOrderElementsOf(words);
    }

    @Test
    void stagesAreThoseOfTheSchema() {
        List<String> stages = new ArrayList<>();
        schema.at("/$defs/stages/properties").fieldNames().forEachRemaining(stages::add);

        assertThat(document.firstColumn("## The four stages"))
                .containsExactlyInAnyOrderElementsOf(stages);
    }

    @Test
    void statesAreThoseOfTheCode() {
        assertThat(texts(schema.at("/$defs/execution_state/enum")))
                .isEqualTo(Wire.spellings(dev.quietus.core.operation.ExecutionState.class));
    }

    @Test
    void workedExampleIsRight() {
        String heading = "## Evidence: the chain of events";
        Event first = new ExampleReceipts().story().events().getFirst();
        String canonical = document.blocks(heading, "json").getFirst().strip();
        String hash = document.blocks(heading, "text").getFirst().strip();

        assertThat(canonical).isEqualTo(CanonicalJson.write(first.hashed()));
        assertThat(hash).isEqualTo(Digests.sha256(canonical)).isEqualTo(first.hash());
        assertThat(new ExampleReceipts().story().events().get(1).previousHash()).isEqualTo(hash);
    }

    private static List<String> texts(JsonNode list) {
        List<String> all = new ArrayList<>();
        list.forEach(item -> all.add(item.textValue()));
        return all;
    }
}
