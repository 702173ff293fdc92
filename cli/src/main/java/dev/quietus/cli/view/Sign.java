package dev.quietus.cli.view;

/** The four signs of a lamp, and those of a check. Always shown with the word beside them. */
public enum Sign {
    /** Not yet. */
    NOT_YET("○", Tone.DIM),
    /** Under way. */
    UNDER_WAY("◐", Tone.AMBER),
    /** Reached. */
    REACHED("●", Tone.GREEN),
    /** Needs a person. */
    NEEDS_PERSON("▲", Tone.RED),
    /** A check that found what it looked for. */
    FOUND("✔", Tone.GREEN);

    private final String symbol;
    private final Tone tone;

    Sign(String symbol, Tone tone) {
        this.symbol = symbol;
        this.tone = tone;
    }

    /** The one character; consoles without Unicode show another in its place. */
    public String symbol() {
        return symbol;
    }

    /** Its colour. */
    public Tone tone() {
        return tone;
    }
}
