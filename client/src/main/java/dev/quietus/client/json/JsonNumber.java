package dev.quietus.client.json;

import java.util.OptionalLong;

/**
 * A JSON number, kept as it was written so that nothing is lost by reading it.
 *
 * <p>Two numbers are equal if they are written the same: {@code 1} and {@code 1.0} differ.
 */
public final class JsonNumber implements JsonValue {

    private final String literal;

    /** Takes a literal that follows the number grammar of RFC 8259, section 6. */
    JsonNumber(String literal) {
        this.literal = literal;
    }

    /** The number {@code value}, written plainly. */
    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    /**
     * The number {@code value}, in the shortest form that reads back as the same double.
     *
     * @throws IllegalArgumentException for NaN and the infinities, which JSON can't express
     */
    public static JsonNumber of(double value) {
        return new JsonNumber(EcmaDouble.format(value));
    }

    /** The number as it is written. */
    public String literal() {
        return literal;
    }

    /** Whether the literal has neither a fraction nor an exponent; its size does not matter. */
    public boolean isInteger() {
        for (int i = literal.charAt(0) == '-' ? 1 : 0; i < literal.length(); i++) {
            char digit = literal.charAt(i);
            if (digit < '0' || digit > '9') {
                return false;
            }
        }
        return true;
    }

    /** The exact value if the literal is an integer that a long can hold, otherwise empty. */
    public OptionalLong longValue() {
        // A long has at most 19 digits and a sign; a longer literal can't fit, for it has no
        // leading zeros.
        if (literal.length() > 20 || !isInteger()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(literal));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /** The nearest double; infinite if the literal is beyond the range of doubles. */
    public double doubleValue() {
        return Double.parseDouble(literal);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonNumber that && literal.equals(that.literal);
    }

    @Override
    public int hashCode() {
        return literal.hashCode();
    }

    @Override
    public String toString() {
        return literal;
    }
}
