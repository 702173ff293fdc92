package dev.quietus.cli.hooks;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.Iterator;
import java.util.Map;

/** JSON as people keep it in their settings: two blanks for each level, one member a line. */
final class PrettyJson {
    private PrettyJson() {}

    /** The text, with a line break at its end. */
    static String of(JsonObject object) {
        StringBuilder text = new StringBuilder();
        write(object, 0, text);
        return text.append('\n').toString();
    }

    private static void write(JsonValue value, int depth, StringBuilder text) {
        switch (value) {
            case JsonObject object
            when !object.isEmpty() -> {
                text.append("{\n");
                Iterator<Map.Entry<String, JsonValue>> members =
                        object.asMap().entrySet().iterator();
                while (members.hasNext()) {
                    Map.Entry<String, JsonValue> member = members.next();
                    indent(depth + 1, text);
                    text.append(new JsonString(member.getKey()).toJson()).append(": ");
                    write(member.getValue(), depth + 1, text);
                    text.append(members.hasNext() ? ",\n" : "\n");
                }
                indent(depth, text);
                text.append('}');
            }
            case JsonArray array
            when array.size() > 0 -> {
                text.append("[\n");
                Iterator<JsonValue> values = array.values().iterator();
                while (values.hasNext()) {
                    indent(depth + 1, text);
                    write(values.next(), depth + 1, text);
                    text.append(values.hasNext() ? ",\n" : "\n");
                }
                indent(depth, text);
                text.append(']');
            }
            default -> text.append(value.toJson());
        }
    }

    private static void indent(int depth, StringBuilder text) {
        text.append("  ".repeat(depth));
    }
}
