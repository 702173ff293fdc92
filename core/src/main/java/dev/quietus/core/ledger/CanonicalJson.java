package dev.quietus.core.ledger;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON in the one spelling that is hashed and signed: RFC 8785 over objects, lists, strings,
 * integers and booleans. Keys are sorted by UTF-16 code units, as {@link String#compareTo} does.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /**
     * Writes a value.
     *
     * @param value a map with string keys, a list, a string, a long or int, or a boolean
     * @throws IllegalArgumentException for anything else
     */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder(256);
        write(out, value);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value) {
        switch (value) {
            case String text -> string(out, text);
            case Boolean flag -> out.append(flag.booleanValue());
            case Integer number -> out.append(number.intValue());
            case Long number -> out.append(number.longValue());
            case List<?> list -> list(out, list);
            case Map<?, ?> map -> map(out, map);
            default ->
                throw new IllegalArgumentException(
                        "canonical JSON has no form for " + value.getClass().getName());
        }
    }

    private static void list(StringBuilder out, List<?> list) {
        out.append('[');
        String separator = "";
        for (Object item : list) {
            out.append(separator);
            write(out, item);
            separator = ",";
        }
        out.append(']');
    }

    private static void map(StringBuilder out, Map<?, ?> map) {
        TreeMap<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put((String) key, value));
        out.append('{');
        String separator = "";
        for (Map.Entry<String, Object> entry : sorted.entrySet()) {
            out.append(separator);
            string(out, entry.getKey());
            out.append(':');
            write(out, entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00")
                                .append(c < 0x10 ? '0' : '1')
                                .append(Character.forDigit(c & 0xf, 16));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
