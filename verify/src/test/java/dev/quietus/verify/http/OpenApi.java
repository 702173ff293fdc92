package dev.quietus.verify.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.quietus.server.health.HealthCalls;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The reference of the HTTP interface, read once and asked about. */
final class OpenApi {
    static final JsonMapper MAPPER = new JsonMapper();

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final String DEFINITIONS = "https://quietus.dev/openapi/definitions";

    private final JsonNode document = parsed(HealthCalls.document());

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(Map.of(DEFINITIONS, definitions())));

    /**
     * One documented call.
     *
     * @param method in capitals
     * @param path its template
     * @param node what is said of it
     */
    record Call(String method, String path, JsonNode node) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    static JsonNode parsed(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + json, e);
        }
    }

    JsonNode document() {
        return document;
    }

    List<Call> calls() {
        List<Call> all = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(call -> all.add(new Call(
                                call.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                call.getValue()))));
        return all;
    }

    Call call(String method, String path) {
        return calls().stream()
                .filter(each -> each.method().equals(method) && each.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError(method + " " + path + " is not documented"));
    }

    /** A node, or what it refers to. */
    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
    }

    /** The values of a named enum. */
    List<String> values(String schema) {
        return texts(document.at("/components/schemas/" + schema + "/enum"));
    }

    static List<String> texts(JsonNode list) {
        List<String> all = new ArrayList<>();
        list.forEach(item -> all.add(item.textValue()));
        return all;
    }

    /** What is documented for a status of a call. */
    Optional<JsonNode> response(Call call, int status) {
        return Optional.ofNullable(call.node().at("/responses").get(Integer.toString(status)))
                .map(this::resolved);
    }

    /** Every object of the document, with those inside it. */
    void eachObject(Consumer<ObjectNode> visitor) {
        visit(document, visitor);
    }

    private static void visit(JsonNode node, Consumer<ObjectNode> visitor) {
        if (node instanceof ObjectNode object) {
            visitor.accept(object);
        }
        node.forEach(child -> visit(child, visitor));
    }

    /** What a schema says against a value, fields that it does not name included. */
    List<String> faults(JsonNode schema, String value) {
        return messages(registry.getSchema(standalone(closed(schema)), InputFormat.JSON)
                .validate(value, InputFormat.JSON));
    }

    private String definitions() {
        ObjectNode whole = MAPPER.createObjectNode();
        whole.put("$schema", DIALECT);
        whole.set("$defs", closed(document.at("/components/schemas")));
        return standalone(whole);
    }

    private static String standalone(JsonNode schema) {
        return schema.toString().replace("#/components/schemas/", DEFINITIONS + "#/$defs/");
    }

    /** What the dialect's own schema says against a schema. */
    List<String> schemaFaults(JsonNode schema) {
        String referring = "{\"$schema\": \"" + DIALECT + "\", \"$ref\": \"" + DIALECT + "\"}";
        return messages(registry.getSchema(referring, InputFormat.JSON)
                .validate(schema.toString(), InputFormat.JSON));
    }

    private static List<String> messages(List<Error> errors) {
        return errors.stream().map(Error::toString).toList();
    }

    /** Answers may gain fields; what is answered today must be named. */
    private static JsonNode closed(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        visit(copy, object -> {
            if (object.get("properties") instanceof ObjectNode && object.has("type")) {
                object.put("additionalProperties", false);
            }
        });
        return copy;
    }
}
