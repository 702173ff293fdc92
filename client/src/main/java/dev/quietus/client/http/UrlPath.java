package dev.quietus.client.http;

import java.nio.charset.StandardCharsets;

/**
 * Paths and query values with every byte percent-encoded that RFC 3986 does not leave unreserved.
 *
 * <p>Identifiers come from callers and may hold {@code /}, {@code ?} or {@code %}; encoded one by
 * one they can't reach another resource. Loads no network class, for the stop path uses it.
 */
public final class UrlPath {

    private static final String HEX = "0123456789ABCDEF";

    private UrlPath() {}

    /**
     * The path of the given segments, beginning with a slash.
     *
     * @throws IllegalArgumentException if a segment is empty, {@code .} or {@code ..}, which a
     *     server or proxy could resolve to another path
     */
    public static String of(String... segments) {
        StringBuilder path = new StringBuilder();
        for (String segment : segments) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                throw new IllegalArgumentException(
                        "path of a call: expected an identifier, found \"" + segment + "\"");
            }
            path.append('/');
            append(segment, path);
        }
        return path.toString();
    }

    /** One value, encoded for a path segment or a query. */
    public static String encode(String value) {
        StringBuilder encoded = new StringBuilder(value.length() + 8);
        append(value, encoded);
        return encoded.toString();
    }

    private static void append(String value, StringBuilder out) {
        for (byte unit : value.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(unit)) {
                out.append((char) unit);
            } else {
                out.append('%').append(HEX.charAt(unit >> 4 & 0xF)).append(HEX.charAt(unit & 0xF));
            }
        }
    }

    private static boolean isUnreserved(byte unit) {
        boolean letter = (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
        boolean digit = unit >= '0' && unit <= '9';
        return letter || digit || unit == '-' || unit == '.' || unit == '_' || unit == '~';
    }
}
