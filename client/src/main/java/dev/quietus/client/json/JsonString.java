package dev.quietus.client.json;

import java.util.Objects;

/**
 * A JSON string: well-formed Unicode text.
 *
 * @param value the text, without quotes and escapes; never holds half of a surrogate pair, since
 *     such a text has no UTF-8 form (RFC 7493, section 2.1)
 */
public record JsonString(String value) implements JsonValue {

    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException if a surrogate stands alone
     */
    public JsonString {
        Objects.requireNonNull(value, "value");
        int broken = loneSurrogate(value);
        if (broken >= 0) {
            throw new IllegalArgumentException(
                    "text for JSON: half of a surrogate pair at index " + broken);
        }
    }

    /** The index of the first surrogate without its partner, or -1. */
    static int loneSurrogate(String text) {
        int i = 0;
        while (i < text.length()) {
            // A whole pair is one code point beyond U+FFFF; a lone surrogate stays a surrogate.
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                return i;
            }
            i += Character.charCount(codePoint);
        }
        return -1;
    }

    @Override
    public String toString() {
        return toJson();
    }
}
