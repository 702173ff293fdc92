package dev.quietus.cli.run;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNull;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.stream.Collectors;

/** Values as TOML has them on one line (TOML 1.0, inline tables). */
final class TomlText {
    private TomlText() {}

    /**
     * A value on one line.
     *
     * @throws IllegalArgumentException for nothing, which TOML can't say
     */
    static String inline(JsonValue value) {
        return switch (value) {
            case JsonObject object ->
                object.asMap().entrySet().stream()
                        .map(each -> quoted(each.getKey()) + "=" + inline(each.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case JsonArray array ->
                array.values().stream()
                        .map(TomlText::inline)
                        .collect(Collectors.joining(",", "[", "]"));
            case JsonString text -> quoted(text.value());
            case JsonNull _ -> throw new IllegalArgumentException("TOML has no null");
            default -> value.toJson();
        };
    }

    /** A basic string: what JSON escapes is escaped in the same way there. */
    static String quoted(String text) {
        return new JsonString(text).toJson().replace("\u007f", "\\u007F");
    }
}
