package dev.quietus.client.json;

import java.util.Map;

/** The writer behind {@link JsonValue#toJson()} and {@link JsonValue#toPrettyJson()}. */
final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    private JsonWriter() {}

    static String compact(JsonValue value) {
        StringBuilder out = new StringBuilder();
        compact(value, out);
        return out.toString();
    }

    static String pretty(JsonValue value) {
        StringBuilder out = new StringBuilder();
        pretty(value, out, 0);
        return out.toString();
    }

    private static void compact(JsonValue value, StringBuilder out) {
        if (value instanceof JsonObject object) {
            char separator = '{';
            for (Map.Entry<String, JsonValue> member : object.asMap().entrySet()) {
                out.append(separator);
                quote(member.getKey(), out);
                out.append(':');
                compact(member.getValue(), out);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof JsonArray array) {
            char separator = '[';
            for (JsonValue element : array.values()) {
                out.append(separator);
                compact(element, out);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else {
            scalar(value, out);
        }
    }

    private static void pretty(JsonValue value, StringBuilder out, int indent) {
        if (value instanceof JsonObject object && !object.isEmpty()) {
            char separator = '{';
            for (Map.Entry<String, JsonValue> member : object.asMap().entrySet()) {
                out.append(separator);
                line(out, indent + 1);
                quote(member.getKey(), out);
                out.append(": ");
                pretty(member.getValue(), out, indent + 1);
                separator = ',';
            }
            line(out, indent);
            out.append('}');
        } else if (value instanceof JsonArray array && array.size() > 0) {
            char separator = '[';
            for (JsonValue element : array.values()) {
                out.append(separator);
                line(out, indent + 1);
                pretty(element, out, indent + 1);
                separator = ',';
            }
            line(out, indent);
            out.append(']');
        } else {
            compact(value, out);
        }
    }

    private static void line(StringBuilder out, int indent) {
        out.append('\n');
        for (int i = 0; i < indent; i++) {
            out.append("  ");
        }
    }

    private static void scalar(JsonValue value, StringBuilder out) {
        if (value instanceof JsonString string) {
            quote(string.value(), out);
        } else if (value instanceof JsonNumber number) {
            out.append(number.literal());
        } else if (value instanceof JsonBoolean bool) {
            out.append(bool.value());
        } else {
            out.append("null");
        }
    }

    /** Quotes with exactly the escapes of RFC 8785, section 3.2.2.2. */
    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (unit < 0x20) {
                        out.append("\\u00")
                                .append(HEX.charAt(unit >> 4))
                                .append(HEX.charAt(unit & 0xF));
                    } else {
                        out.append(unit);
                    }
                }
            }
        }
        out.append('"');
    }
}
