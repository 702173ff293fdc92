package dev.quietus.core;

/** The bounds on strings that come from outside; every id and every sentence passes here. */
public final class Text {
    /** The longest id, in characters (CONTRACT.md). */
    public static final int MAX_ID_LENGTH = 200;

    /** The longest sentence a person or program may attach to something, in characters. */
    public static final int MAX_SENTENCE_LENGTH = 2_000;

    private Text() {}

    /**
     * Returns {@code value} if it is an id: 1 to 200 printable ASCII characters without spaces.
     *
     * @param field the name to use in the error
     * @throws IllegalArgumentException when it is not
     */
    public static String id(String field, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(field + " is empty");
        }
        if (value.length() > MAX_ID_LENGTH) {
            throw new IllegalArgumentException(field + " has " + value.length()
                    + " characters, at most " + MAX_ID_LENGTH + " are allowed");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new IllegalArgumentException(
                        field + " has a character that is not printable ASCII at position " + i
                                + " (code " + (int) c + ")");
            }
        }
        return value;
    }

    /**
     * Returns {@code value} if it is a sentence: at most 2,000 characters, no control characters
     * but tab and line feed, and no half of a surrogate pair, which UTF-8 can't carry.
     *
     * @param field the name to use in the error
     * @throws IllegalArgumentException when it is not
     */
    public static String sentence(String field, String value) {
        if (value.length() > MAX_SENTENCE_LENGTH) {
            throw new IllegalArgumentException(field + " has " + value.length()
                    + " characters, at most " + MAX_SENTENCE_LENGTH + " are allowed");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n') {
                throw new IllegalArgumentException(field + " has a control character at position "
                        + i + " (code " + (int) c + ")");
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException(
                        field + " has half of a surrogate pair at position " + i);
            }
        }
        return value;
    }

    /**
     * Returns {@code value} if it is a sentence that is not blank.
     *
     * @param field the name to use in the error
     * @throws IllegalArgumentException when it is not
     */
    public static String requiredSentence(String field, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(field + " is empty");
        }
        return sentence(field, value);
    }
}
