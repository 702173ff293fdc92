package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * JSON values as YAML 1.2 in block style: members in their order, two spaces a level. A text is
 * quoted wherever a reader of YAML 1.1 or 1.2 could take it for something else.
 */
public final class Yaml {

    /** What YAML 1.1 or 1.2 reads as a truth value or as nothing. */
    private static final Set<String> WORDS =
            Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n", "~");

    private static final String SAFE = "_./@+=,()-: *[]{}#'!&%<>?;|~^$\\";

    private Yaml() {}

    /** The document, ending with a line feed. */
    public static String of(JsonValue value) {
        StringBuilder out = new StringBuilder();
        if (value instanceof JsonObject object && !object.isEmpty()) {
            members(object, 0, out, "");
        } else if (value instanceof JsonArray array && array.size() > 0) {
            elements(array, 0, out);
        } else {
            out.append(scalar(value)).append('\n');
        }
        return out.toString();
    }

    /**
     * @param first what the first line is begun with in place of its indentation; empty: nothing
     */
    private static void members(JsonObject object, int indent, StringBuilder out, String first) {
        boolean begun = !first.isEmpty();
        out.append(first);
        for (Map.Entry<String, JsonValue> member : object.asMap().entrySet()) {
            if (!begun) {
                out.repeat(' ', indent);
            }
            begun = false;
            out.append(text(member.getKey())).append(':');
            nested(member.getValue(), indent, out);
        }
    }

    private static void nested(JsonValue value, int indent, StringBuilder out) {
        if (value instanceof JsonObject object && !object.isEmpty()) {
            out.append('\n');
            members(object, indent + 2, out, "");
        } else if (value instanceof JsonArray array && array.size() > 0) {
            out.append('\n');
            elements(array, indent + 2, out);
        } else {
            out.append(' ').append(scalar(value)).append('\n');
        }
    }

    private static void elements(JsonArray array, int indent, StringBuilder out) {
        for (JsonValue element : array.values()) {
            out.repeat(' ', indent).append('-');
            if (element instanceof JsonObject object && !object.isEmpty()) {
                members(object, indent + 2, out, " ");
            } else if (element instanceof JsonArray inner && inner.size() > 0) {
                out.append('\n');
                elements(inner, indent + 2, out);
            } else {
                out.append(' ').append(scalar(element)).append('\n');
            }
        }
    }

    private static String scalar(JsonValue value) {
        return value instanceof JsonString string ? text(string.value()) : value.toJson();
    }

    /** A text, quoted where it must be; JSON's quotes are YAML's double quotes (YAML 1.2, 1.3). */
    private static String text(String text) {
        return plain(text) ? text : new JsonString(text).toJson();
    }

    private static boolean plain(String text) {
        if (text.isEmpty() || WORDS.contains(text.toLowerCase(Locale.ROOT)) || likeNumber(text)) {
            return false;
        }
        char first = text.charAt(0);
        if (!Character.isLetterOrDigit(first) && first != '/' && first != '_') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean known =
                    (unit < 0x7f && Character.isLetterOrDigit(unit)) || SAFE.indexOf(unit) >= 0;
            boolean atEnd = i + 1 == text.length();
            boolean breaks = (unit == ':' && (atEnd || text.charAt(i + 1) == ' '))
                    || (unit == '#' && text.charAt(i - 1) == ' ')
                    || (unit == ' ' && atEnd);
            if (!known || breaks) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a reader could take the text for a number: digits with signs, points, bars, exponents
     * and, in YAML 1.1, base 60. A time with its {@code T} and {@code Z} is none.
     */
    private static boolean likeNumber(String text) {
        char first = text.charAt(0);
        boolean begins = first >= '0' && first <= '9'
                || (List.of('+', '-', '.').contains(first) && text.length() > 1);
        if (!begins) {
            return false;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("0x") || lower.startsWith("0o") || lower.startsWith("0b")) {
            return true;
        }
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-._:eE".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
