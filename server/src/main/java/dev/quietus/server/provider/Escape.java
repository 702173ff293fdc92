package dev.quietus.server.provider;

import java.nio.charset.StandardCharsets;

/** How a value is written into a text so that it stays one value there, whatever it contains. */
enum Escape {
    /** Percent-encoded: all but the unreserved characters of RFC 3986 section 2.3. */
    URI {
        @Override
        String write(String value) {
            StringBuilder out = new StringBuilder(value.length() + 16);
            for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
                char c = (char) (b & 0xff);
                if (isAlphanumeric(c) || "-._~".indexOf(c) >= 0) {
                    out.append(c);
                } else {
                    out.append('%').append(hex(c >> 4)).append(hex(c & 0xf));
                }
            }
            return out.toString();
        }
    },

    /**
     * The content of a quoted text of JSON or JSONPath. Everything but letters, digits, hyphen and
     * underscore becomes {@code \}{@code uXXXX}: no quote, bracket or backslash is ever left for a
     * parser to stumble over.
     */
    LITERAL {
        @Override
        String write(String value) {
            StringBuilder out = new StringBuilder(value.length() + 16);
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (isAlphanumeric(c) || c == '-' || c == '_') {
                    out.append(c);
                } else {
                    out.append("\\u").append(hex(c >> 12)).append(hex((c >> 8) & 0xf));
                    out.append(hex((c >> 4) & 0xf)).append(hex(c & 0xf));
                }
            }
            return out.toString();
        }
    };

    /** Returns the escaped form of {@code value}. */
    abstract String write(String value);

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static char hex(int nibble) {
        return "0123456789ABCDEF".charAt(nibble);
    }
}
