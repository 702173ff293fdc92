package dev.quietus.cli.run;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parts of other programs' settings: what is not of the kind that is looked for, is not there. */
final class JsonParts {
    private JsonParts() {}

    /** The object of this name. */
    static Optional<JsonObject> object(JsonObject whole, String member) {
        return whole.member(member)
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast);
    }

    /** The text of this name that says something. */
    static Optional<String> text(JsonObject whole, String member) {
        return whole.member(member)
                .filter(JsonString.class::isInstance)
                .map(value -> ((JsonString) value).value())
                .filter(value -> !value.isBlank());
    }

    /** The texts in the array of this name. */
    static List<String> texts(JsonObject whole, String member) {
        return whole.member(member)
                .filter(JsonArray.class::isInstance)
                .map(array -> ((JsonArray) array)
                        .values().stream()
                                .filter(JsonString.class::isInstance)
                                .map(value -> ((JsonString) value).value())
                                .toList())
                .orElse(List.of());
    }

    /** One object laid over another: objects meet, everything else is replaced. */
    static JsonObject over(JsonObject below, JsonObject above) {
        JsonObject both = below;
        for (Map.Entry<String, JsonValue> each : above.asMap().entrySet()) {
            Optional<JsonObject> part = object(both, each.getKey());
            both = both.with(
                    each.getKey(),
                    part.isPresent() && each.getValue() instanceof JsonObject object
                            ? over(part.get(), object)
                            : each.getValue());
        }
        return both;
    }
}
