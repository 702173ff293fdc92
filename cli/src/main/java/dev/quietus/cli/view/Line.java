package dev.quietus.cli.view;

import java.util.Locale;

/** Lengths of lines, counted in characters as a terminal shows them (code points). */
public final class Line {

    private static final char ESCAPE = '\u001b';
    private static final String RESET = "\u001b[0m";

    private Line() {}

    /** The characters of a text without escape sequences. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The text, or its beginning and {@code …} if it is longer than {@code most}, at least 1. */
    public static String cut(String text, int most) {
        if (length(text) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** The same for a text with tones in it, whose escape sequences take no room. */
    public static String cutToned(String text, int most) {
        int room = most;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ESCAPE) {
                i = Math.max(i, text.indexOf('m', i));
            } else if (!Character.isLowSurrogate(text.charAt(i))) {
                room--;
            }
        }
        if (room >= 0) {
            return text;
        }
        StringBuilder cut = new StringBuilder(most + 16);
        int left = most - 1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ESCAPE) {
                int end = Math.max(i, text.indexOf('m', i));
                cut.append(text, i, end + 1);
                i = end;
            } else if (left > 0 || Character.isLowSurrogate(text.charAt(i))) {
                cut.append(text.charAt(i));
                left -= Character.isLowSurrogate(text.charAt(i)) ? 0 : 1;
            } else {
                break;
            }
        }
        return cut.append('…').append(cut.indexOf("\u001b") < 0 ? "" : RESET).toString();
    }

    /** The text, with spaces behind it up to {@code width}; longer ones stay as they are. */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - length(text)));
    }

    /** A number and its noun: {@code 1 operation}, {@code 3 operations}. */
    public static String count(long number, String noun) {
        return count(number, noun, noun + "s");
    }

    /** The same for numbers that get large: {@code 1,000,000 events}. */
    public static String grouped(long number, String noun) {
        return String.format(Locale.ROOT, "%,d ", number) + (number == 1 ? noun : noun + "s");
    }

    /** The same where the plural has a form of its own: {@code 2 retries}. */
    public static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** A word of the wire as people write it: {@code cancelled_before_start} without its bars. */
    public static String words(String wire) {
        return wire.replace('_', ' ');
    }
}
