package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import java.util.Map;
import java.util.Optional;

/**
 * How one tool shows what another one did.
 *
 * @param tool the tool that looks; it must only read
 * @param arguments its arguments; a text {@code {arguments/path}} in them stands for that part of
 *     the looked-at call's arguments
 * @param at where in its result the effect stands, such as {@code /structuredContent/exists}
 * @param equal what stands there if the effect is there; empty: anything but null, false and []
 * @param requires what must stand in the result for it to count at all
 */
record ObserverRule(
        String tool,
        ObjectNode arguments,
        JsonPointer at,
        Optional<JsonNode> equal,
        Optional<JsonPointer> requires) {

    /** What a look has shown. */
    enum Seen {
        PRESENT,
        ABSENT,
        NOT_KNOWN
    }

    /** The arguments for looking at a call. */
    ObjectNode argumentsFor(JsonNode call) {
        ObjectNode filled = arguments.deepCopy();
        fill(filled, call);
        return filled;
    }

    private static void fill(JsonNode node, JsonNode call) {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> each : object.properties()) {
                placed(each.getValue(), call)
                        .ifPresentOrElse(
                                value -> object.set(each.getKey(), value),
                                () -> fill(each.getValue(), call));
            }
        } else if (node.isArray()) {
            node.forEach(each -> fill(each, call));
        }
    }

    private static Optional<JsonNode> placed(JsonNode value, JsonNode call) {
        String text = value.asText("");
        boolean placeholder =
                value instanceof TextNode && text.startsWith("{arguments/") && text.endsWith("}");
        return placeholder
                ? Optional.of(call.at(text.substring("{arguments".length(), text.length() - 1)))
                : Optional.empty();
    }

    /** What the result of the looking tool shows. */
    Seen look(JsonNode result) {
        boolean unsound = result.path("isError").asBoolean(false)
                || result.has("resultType")
                        && !result.path("resultType").asText().equals("complete")
                || requires.filter(needed -> isNothing(result.at(needed))).isPresent();
        if (unsound) {
            return Seen.NOT_KNOWN;
        }
        JsonNode found = result.at(at);
        boolean there = equal.map(found::equals)
                .orElseGet(() -> !isNothing(found) && !(found.isArray() && found.isEmpty()));
        return there ? Seen.PRESENT : Seen.ABSENT;
    }

    private static boolean isNothing(JsonNode found) {
        return found.isMissingNode()
                || found.isNull()
                || found.isBoolean() && !found.booleanValue();
    }
}
