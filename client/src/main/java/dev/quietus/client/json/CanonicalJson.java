package dev.quietus.client.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical form of a JSON value (RFC 8785, JCS): the bytes that hashes and signatures cover.
 *
 * <p>Member names are sorted by UTF-16 code units, there is no white space, numbers that are not
 * integers take the shortest form of their double. Integers that fit into a long are written
 * plainly with all their digits. Up to 2<sup>53</sup> that is what RFC 8785 asks for; beyond, where
 * it would round to a double, the digits are kept, so that two different integers never have one
 * hash.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    /**
     * The canonical text.
     *
     * @throws JsonException if a number is beyond the range of doubles
     */
    public static String text(JsonValue value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    /** The canonical text as UTF-8; as {@link #text(JsonValue)} otherwise. */
    public static byte[] bytes(JsonValue value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    private static void write(JsonValue value, StringBuilder out) {
        if (value instanceof JsonObject object) {
            char separator = '{';
            // String's order is the order of UTF-16 code units (RFC 8785, section 3.2.3).
            for (Map.Entry<String, JsonValue> member : new TreeMap<>(object.asMap()).entrySet()) {
                out.append(separator);
                JsonWriter.quote(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof JsonArray array) {
            char separator = '[';
            for (JsonValue element : array.values()) {
                out.append(separator);
                write(element, out);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else if (value instanceof JsonNumber number) {
            out.append(number(number));
        } else {
            out.append(value.toJson());
        }
    }

    private static String number(JsonNumber number) {
        if (number.longValue().isPresent()) {
            return Long.toString(number.longValue().getAsLong());
        }
        double nearest = number.doubleValue();
        if (Double.isInfinite(nearest)) {
            throw JsonException.refused(
                    "canonical JSON: expected a number in the range of doubles, found "
                            + number.literal());
        }
        return EcmaDouble.format(nearest);
    }
}
