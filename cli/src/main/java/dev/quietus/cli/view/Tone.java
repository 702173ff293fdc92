package dev.quietus.cli.view;

/**
 * How a word is coloured on a terminal that shows colours; it supports the word, never replaces it.
 */
public enum Tone {
    /** As the terminal writes. */
    PLAIN(""),
    /** In the background: not yet, or only beside the point. */
    DIM("2"),
    /** Under way. */
    AMBER("33"),
    /** Reached. */
    GREEN("32"),
    /** Needs a person. */
    RED("31"),
    /** A heading. */
    BOLD("1");

    private final String code;

    Tone(String code) {
        this.code = code;
    }

    /** The text between the escape sequences of this tone (ECMA-48, select graphic rendition). */
    String over(String text) {
        return code.isEmpty() || text.isEmpty()
                ? text
                : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
