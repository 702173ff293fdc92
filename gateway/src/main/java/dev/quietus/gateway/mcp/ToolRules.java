package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.client.ExpectedEffects;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user declares of a server's tools: whether they have effects, who knows of them, and
 * which tool shows what another one did.
 *
 * <pre>{@code
 * {"tools": {"write_file": {
 *     "observe": {"tool": "stat", "arguments": {"path": "{arguments/path}"},
 *                 "present": "/structuredContent/exists"}}}}
 * }</pre>
 *
 * @param tools the rule of each tool by its name
 */
public record ToolRules(Map<String, Rule> tools) {
    /** No rules. */
    public static final ToolRules NONE = new ToolRules(Map.of());

    /** The provider whose word on an effect is what a declared tool has shown. */
    private static final String OBSERVER = "observer";

    private static final int MOST = 1_000;

    /** Copies the map. */
    public ToolRules {
        tools = Map.copyOf(tools);
    }

    /** The rule of one tool. */
    record Rule(
            Optional<ExpectedEffects> effects,
            Optional<String> provider,
            Optional<ObserverRule> observe) {

        /** The provider that knows the effects: the declared one, else what was looked up. */
        Optional<String> whoKnows() {
            return provider.or(() -> observe.map(_ -> OBSERVER));
        }
    }

    private static final Rule NOTHING =
            new Rule(Optional.empty(), Optional.empty(), Optional.empty());

    Rule of(String tool) {
        return tools.getOrDefault(tool, NOTHING);
    }

    /**
     * Reads the rules.
     *
     * @throws IllegalArgumentException which part of them is wrong, in words
     */
    public static ToolRules read(byte[] json) {
        JsonNode whole;
        try {
            whole = new JsonMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException("the rules of tools are not JSON", e);
        }
        only("the rules", whole, List.of("tools"));
        Map<String, Rule> rules = new HashMap<>();
        for (Map.Entry<String, JsonNode> each : whole.path("tools").properties()) {
            rules.put(each.getKey(), rule(each.getKey(), each.getValue()));
        }
        if (rules.size() > MOST) {
            throw new IllegalArgumentException("more than " + MOST + " rules of tools");
        }
        return new ToolRules(rules);
    }

    private static Rule rule(String tool, JsonNode node) {
        only(tool, node, List.of("effects", "provider", "observe"));
        return new Rule(
                text(tool, node, "effects").map(word -> effects(tool, word)),
                text(tool, node, "provider"),
                node.has("observe")
                        ? Optional.of(observer(tool, node.path("observe")))
                        : Optional.empty());
    }

    private static ExpectedEffects effects(String tool, String word) {
        for (ExpectedEffects each : ExpectedEffects.values()) {
            if (each.wireName().equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException(tool + ": effects is none or expected, found " + word);
    }

    private static ObserverRule observer(String tool, JsonNode node) {
        only(tool + ".observe", node, List.of("tool", "arguments", "present", "requires"));
        String looking = text(tool, node, "tool")
                .orElseThrow(() -> new IllegalArgumentException(
                        tool + ".observe: which tool looks? name it with \"tool\""));
        JsonNode present = node.path("present");
        if (present.isObject()) {
            only(tool + ".observe.present", present, List.of("at", "equals"));
        }
        return new ObserverRule(
                looking,
                node.path("arguments") instanceof ObjectNode arguments
                        ? arguments
                        : JsonNodeFactory.instance.objectNode(),
                pointer(tool, present.isObject() ? present.path("at") : present),
                Optional.of(present.path("equals")).filter(each -> !each.isMissingNode()),
                node.has("requires")
                        ? Optional.of(pointer(tool, node.path("requires")))
                        : Optional.empty());
    }

    private static JsonPointer pointer(String tool, JsonNode node) {
        try {
            if (node.isTextual()) {
                return JsonPointer.compile(node.textValue());
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    tool + ".observe: " + node.textValue() + " is no JSON pointer", e);
        }
        throw new IllegalArgumentException(
                tool + ".observe: a JSON pointer is expected, such as \"/structuredContent/id\"");
    }

    private static Optional<String> text(String tool, JsonNode node, String name) {
        if (node.has(name) && !node.path(name).isTextual()) {
            throw new IllegalArgumentException(tool + ": " + name + " is no text");
        }
        return Optional.ofNullable(node.path(name).textValue());
    }

    private static void only(String where, JsonNode node, List<String> known) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(where + ": an object is expected");
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(where + ": there is no key " + name);
            }
        });
    }
}
