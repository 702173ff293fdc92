package dev.quietus.server.provider;

import java.util.BitSet;

/** Which characters of a JSON or JSONPath text stand inside quotes; a backslash escapes one. */
final class Quoting {
    private final String source;
    private final BitSet inside;

    private Quoting(String source, BitSet inside) {
        this.source = source;
        this.inside = inside;
    }

    /**
     * Finds the quoted parts.
     *
     * @param quotes the characters that quote
     * @throws IllegalArgumentException when a quote is not closed
     */
    static Quoting of(String source, String quotes) {
        BitSet inside = new BitSet(source.length());
        int open = -1;
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (open < 0) {
                if (quotes.indexOf(c) >= 0) {
                    open = i;
                }
            } else if (c == source.charAt(open)) {
                open = -1;
            } else {
                inside.set(i);
                if (c == '\\' && i + 1 < source.length()) {
                    i++;
                    inside.set(i);
                }
            }
        }
        if (open >= 0) {
            throw new IllegalArgumentException(
                    "the quote " + source.charAt(open) + " at position " + open + " is not closed");
        }
        return new Quoting(source, inside);
    }

    /** Tells whether the character at {@code index} is content of a quoted text. */
    boolean inside(int index) {
        return inside.get(index);
    }

    /** The source with a blank for every quoted character; the quotes themselves stay. */
    String outside() {
        StringBuilder out = new StringBuilder(source);
        inside.stream().forEach(i -> out.setCharAt(i, ' '));
        return out.toString();
    }
}
