package dev.quietus.client.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The text of a double as ECMAScript writes it: the fewest digits that read back as the same
 * double, and among those the closest. RFC 8785, section 3.2.2.3, asks for this form.
 *
 * <p>{@link Double#toString(double)} can't be used: before JDK 19 it did not always give the fewest
 * digits, and its layout is another.
 */
final class EcmaDouble {

    /** No double needs more digits than this to be told from its neighbours. */
    private static final int MOST_DIGITS = 17;

    private EcmaDouble() {}

    static String format(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("number for JSON: " + value + " has no JSON form");
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
        String text = layout(
                shortest.unscaledValue().toString(), shortest.precision() - shortest.scale());
        return value < 0 ? "-" + text : text;
    }

    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < MOST_DIGITS; digits++) {
            // The closest decimal may miss at powers of two, where the interval below is half as
            // wide as the one above; then the next one up or down may still hit.
            BigDecimal near = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (near.doubleValue() == value) {
                return near;
            }
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            if (above.doubleValue() == value) {
                return above;
            }
            BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
            if (below.doubleValue() == value) {
                return below;
            }
        }
        return exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN));
    }

    /** Number::toString of ECMA-262: {@code digits} are the k digits, {@code point} is its n. */
    private static String layout(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String power = "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
        return count == 1 ? digits + power : digits.charAt(0) + "." + digits.substring(1) + power;
    }
}
