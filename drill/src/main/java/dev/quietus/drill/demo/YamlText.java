package dev.quietus.drill.demo;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** JSON as YAML in block style: members in their order, two spaces a level. */
final class YamlText {
    /** What no reader of YAML takes for anything but this text. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+ =-]*(:[A-Za-z0-9_./-]+)*"
                    + "|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    private static final Pattern WORD =
            Pattern.compile("(?i)true|false|null|yes|no|on|off|y|n|.* ");

    private YamlText() {}

    /** The lines of a document. */
    static List<String> lines(JsonObject document) {
        List<String> lines = new ArrayList<>();
        members(document, "", lines);
        return lines;
    }

    private static void members(JsonObject object, String indent, List<String> lines) {
        for (Map.Entry<String, JsonValue> member : object.asMap().entrySet()) {
            String name = indent + text(member.getKey()) + ":";
            switch (member.getValue()) {
                case JsonObject inner
                when !inner.isEmpty() -> {
                    lines.add(name);
                    members(inner, indent + "  ", lines);
                }
                case JsonArray inner
                when inner.size() > 0 -> {
                    lines.add(name);
                    elements(inner, indent + "  ", lines);
                }
                case JsonString(String value) -> lines.add(name + " " + text(value));
                case JsonValue other -> lines.add(name + " " + other.toJson());
            }
        }
    }

    private static void elements(JsonArray array, String indent, List<String> lines) {
        for (JsonValue element : array.values()) {
            int first = lines.size();
            switch (element) {
                case JsonObject inner when !inner.isEmpty() -> members(inner, indent + "  ", lines);
                case JsonArray inner when inner.size() > 0 -> elements(inner, indent + "  ", lines);
                case JsonString(String value) -> lines.add(indent + "  " + text(value));
                case JsonValue other -> lines.add(indent + "  " + other.toJson());
            }
            String line = lines.get(first);
            lines.set(first, indent + "- " + line.substring(indent.length() + 2));
        }
    }

    /** A text, in quotes where it could be read as something else; JSON's quotes are YAML's. */
    private static String text(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !WORD.matcher(text).matches();
        return plain ? text : new JsonString(text).toJson();
    }
}
