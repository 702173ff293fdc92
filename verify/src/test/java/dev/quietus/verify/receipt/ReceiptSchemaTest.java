package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quietus.verify.documents.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class ReceiptSchemaTest {

    private static final String QUIET = statement(new ExampleReceipts().quiet(ExampleKey.FIRST));
    private static final String INCOMPLETE =
            statement(new ExampleReceipts().incomplete(ExampleKey.FIRST));

    private static String statement(String envelope) {
        return Envelope.of(envelope).statement();
    }

    @Test
    void acceptsReceiptsOfBothDecisions() {
        assertThat(Schemas.faults(QUIET)).isEmpty();
        assertThat(Schemas.faults(INCOMPLETE)).isEmpty();
    }

    @Test
    void refusesAFieldThatNobodyDefined() {
        int objects = objects(Envelope.parsed(QUIET)).size();
        for (int i = 0; i < objects; i++) {
            JsonNode statement = Envelope.parsed(QUIET);
            ObjectNode target = objects(statement).get(i);
            target.put("stranger", true);
            assertThat(Schemas.faults(statement.toString())).as("in %s", target).isNotEmpty();
        }
    }

    @Test
    void refusesReceiptsWithoutAFieldThatIsAlwaysThere() {
        List<String> always =
                Document.read("docs/stop-receipt.md").table("## Predicate fields").stream()
                        .filter(row -> row.get(3).startsWith("always"))
                        .map(row -> Document.code(row.getFirst()))
                        .toList();
        for (String path : always) {
            JsonNode statement = Envelope.parsed(INCOMPLETE);
            int cut = path.lastIndexOf('.');
            String parent = cut < 0 ? "" : "/" + path.substring(0, cut).replace('.', '/');
            ObjectNode holder = Stream.of("/0", "/1")
                    .map(entry -> receipt(statement).at(parent.replace("[]", entry)))
                    .filter(ObjectNode.class::isInstance)
                    .map(ObjectNode.class::cast)
                    .findFirst()
                    .orElseThrow();
            assertThat(holder.remove(path.substring(cut + 1)))
                    .as("%s is in the example", path)
                    .isNotNull();
            assertThat(Schemas.faults(statement.toString()))
                    .as("without %s", path)
                    .isNotEmpty();
        }
    }

    static final List<Arguments> LIES = List.of(
            lie("a call is pending", QUIET, receipt -> set(receipt, "/work", "pending_calls", 1)),
            lie("an outcome is unknown", QUIET, receipt -> set(receipt, "/effects", "unknown", 1)),
            lie(
                    "a lease is active",
                    QUIET,
                    receipt -> set(receipt, "/authority", "active_leases", 1)),
            lie(
                    "the lease was not revoked",
                    QUIET,
                    receipt -> at(receipt, "/authority").put("root_lease", "active")),
            lie(
                    "an entry is unknown",
                    QUIET,
                    receipt -> at(receipt, "/in_flight/0").put("settled_state", "unknown")),
            lie(
                    "an entry is pending",
                    QUIET,
                    receipt -> at(receipt, "/in_flight/0").put("settled_state", "pending")),
            lie(
                    "a stage is missing",
                    QUIET,
                    receipt -> at(receipt, "/stages").remove("effects_settled")),
            lie("somebody holds an unknown", QUIET, receipt -> {
                JsonNode held = receipt(Envelope.parsed(INCOMPLETE)).at("/reconciliation");
                at(receipt, "").set("reconciliation", held);
            }),
            lie(
                    "a completed effect has no owner",
                    QUIET,
                    receipt -> at(receipt, "/in_flight/1").remove("rollback_owner")),
            lie(
                    "a settled entry names no witness",
                    QUIET,
                    receipt -> at(receipt, "/in_flight/0").remove("settled_by")),
            lie(
                    "the second revision supersedes nothing",
                    QUIET,
                    receipt -> at(receipt, "").remove("supersedes")),
            lie(
                    "the first revision supersedes one",
                    INCOMPLETE,
                    receipt -> set(receipt, "", "supersedes", 1)),
            lie(
                    "incomplete with nothing unknown",
                    INCOMPLETE,
                    receipt -> set(receipt, "/effects", "unknown", 0)),
            lie(
                    "nobody holds the unknown",
                    INCOMPLETE,
                    receipt -> at(receipt, "")
                            .set(
                                    "reconciliation",
                                    ((ArrayNode) receipt.at("/reconciliation")).removeAll())),
            lie(
                    "the holder has no name",
                    INCOMPLETE,
                    receipt -> at(receipt, "/reconciliation/0").put("held_by", " ")),
            lie(
                    "effects are called settled with an unknown left",
                    INCOMPLETE,
                    receipt -> at(receipt, "/stages")
                            .put("effects_settled", "2026-08-16T10:52:04.400Z")),
            lie(
                    "a time without milliseconds",
                    QUIET,
                    receipt -> at(receipt, "").put("verified_at", "2026-08-16T10:53:34Z")),
            lie("a third decision", QUIET, receipt -> at(receipt, "").put("decision", "stopped")));

    @ParameterizedTest(name = "{0}")
    @FieldSource("LIES")
    void refusesAReceiptThatContradictsItself(
            String lie, String statement, Consumer<JsonNode> tell) {
        JsonNode told = Envelope.parsed(statement);
        tell.accept(receipt(told));

        assertThat(Schemas.faults(told.toString())).as(lie).isNotEmpty();
    }

    private static Arguments lie(String name, String statement, Consumer<JsonNode> tell) {
        return Arguments.of(name, statement, tell);
    }

    private static JsonNode receipt(JsonNode statement) {
        return statement.at("/predicate/stop_receipt");
    }

    private static ObjectNode at(JsonNode receipt, String pointer) {
        return (ObjectNode) receipt.at(pointer);
    }

    private static void set(JsonNode receipt, String pointer, String name, int value) {
        at(receipt, pointer).put(name, value);
    }

    private static List<ObjectNode> objects(JsonNode node) {
        List<ObjectNode> all = new ArrayList<>();
        if (node instanceof ObjectNode object) {
            all.add(object);
        }
        Stream.generate(node.elements()::next)
                .limit(node.size())
                .forEach(child -> all.addAll(objects(child)));
        return all;
    }
}
