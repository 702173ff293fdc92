package dev.quietus.cli.view;

/**
 * Text from elsewhere, made safe for a terminal: what an agent wrote as a reason or task must not
 * move the cursor, hide lines or turn the reading direction.
 */
public final class SafeText {

    private SafeText() {}

    /** The text on one line, each control character replaced by a question mark. */
    public static String of(String text) {
        int first = firstUnsafe(text);
        if (first < 0) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length()).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '\n' || unit == '\t' || unit == '\r') {
                safe.append(' ');
            } else {
                safe.append(isUnsafe(unit) ? '?' : unit);
            }
        }
        return safe.toString();
    }

    private static int firstUnsafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnsafe(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** C0, C1, and the marks that turn the direction (Unicode Standard Annex 9, section 2). */
    private static boolean isUnsafe(char unit) {
        return unit < ' '
                || (unit >= 0x7f && unit < 0xa0)
                || unit == 0x200e
                || unit == 0x200f
                || (unit >= 0x2028 && unit <= 0x202e)
                || (unit >= 0x2066 && unit <= 0x2069);
    }
}
