package dev.quietus.verify.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Changes a JSON document where its meaning is: members, types, sizes, depth. */
final class JsonMutation {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEP = 200;
    private static final int LONG = 70_000;

    private JsonMutation() {}

    /** A mutant with one to three changes. */
    static String of(JsonNode original, SplittableRandom random) {
        JsonNode mutant = original.deepCopy();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(mutant, random);
        }
        return mutant.toString();
    }

    private static void change(JsonNode document, SplittableRandom random) {
        List<ContainerNode<?>> places = new ArrayList<>();
        collect(document, places);
        if (places.isEmpty()) {
            return;
        }
        switch (places.get(random.nextInt(places.size()))) {
            case ObjectNode object -> change(object, random);
            case ArrayNode array -> change(array, random);
            default -> throw new IllegalStateException("a container of no known kind");
        }
    }

    private static void collect(JsonNode node, List<ContainerNode<?>> into) {
        if (node instanceof ContainerNode<?> container) {
            into.add(container);
        }
        node.forEach(child -> collect(child, into));
    }

    private static void change(ObjectNode object, SplittableRandom random) {
        List<String> names = object.properties().stream().map(Map.Entry::getKey).toList();
        if (names.isEmpty()) {
            object.set("colour", odd(random));
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        JsonNode value = object.get(name);
        switch (random.nextInt(7)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(name + "_", value);
            case 2 -> object.putRawValue(name, new RawValue(value + ",\"" + name + "\":" + value));
            case 3 -> object.set(names.get(random.nextInt(names.size())), value);
            case 4 -> object.set(name, near(value, random));
            default -> object.set(name, odd(random));
        }
    }

    private static void change(ArrayNode array, SplittableRandom random) {
        if (array.isEmpty()) {
            array.add(odd(random));
            return;
        }
        int at = random.nextInt(array.size());
        switch (random.nextInt(5)) {
            case 0 -> array.remove(at);
            case 1 -> array.insert(at, array.get(at).deepCopy());
            case 2 -> array.add(array.remove(at));
            case 3 -> array.set(at, near(array.get(at), random));
            default -> array.set(at, odd(random));
        }
    }

    /** A value that is almost the same. */
    private static JsonNode near(JsonNode value, SplittableRandom random) {
        if (value.isTextual() && !value.textValue().isEmpty()) {
            String text = value.textValue();
            int at = random.nextInt(text.length());
            return switch (random.nextInt(4)) {
                case 0 -> NODES.textNode(text.substring(0, at));
                case 1 -> NODES.textNode(text + " ");
                case 2 ->
                    NODES.textNode(text.substring(0, at)
                            + (char) random.nextInt(0x250)
                            + text.substring(at + 1));
                default -> NODES.textNode(text.repeat(2));
            };
        }
        if (value.isNumber()) {
            return switch (random.nextInt(3)) {
                case 0 -> NODES.numberNode(value.longValue() + 1);
                case 1 -> NODES.numberNode(-value.longValue());
                default -> NODES.numberNode(new BigDecimal(value.asText() + ".5"));
            };
        }
        return value.isBoolean() ? NODES.booleanNode(!value.booleanValue()) : odd(random);
    }

    private static JsonNode odd(SplittableRandom random) {
        return switch (random.nextInt(14)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextLong());
            case 3 -> NODES.numberNode(-1);
            case 4 -> NODES.rawValueNode(new RawValue("1e400"));
            case 5 -> NODES.rawValueNode(new RawValue("9".repeat(1 + random.nextInt(400))));
            case 6 -> NODES.textNode("");
            case 7 -> NODES.textNode("x".repeat(LONG));
            case 8 -> NODES.textNode("\u0000\u202e\ud83d\ude00 \r\n");
            case 9 -> NODES.rawValueNode(new RawValue("\"\\ud800\""));
            case 10 -> NODES.rawValueNode(new RawValue("[".repeat(DEEP) + "]".repeat(DEEP)));
            case 11 -> NODES.rawValueNode(new RawValue("{\"a\":{\"a\":{\"b\":[1,{}]}}}"));
            case 12 -> NODES.arrayNode().add(random.nextInt()).add("x");
            default -> NODES.textNode(Long.toHexString(random.nextLong()));
        };
    }
}
