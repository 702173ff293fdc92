package dev.quietus.server.provider;

/** What became of a template that was filled in for one operation. */
sealed interface Expansion {
    /**
     * Every placeholder had a value.
     *
     * @param text the filled-in text
     */
    record Complete(String text) implements Expansion {}

    /**
     * A value is missing or cannot stand there, so nothing can be asked.
     *
     * @param why in one line
     */
    record Lacking(String why) implements Expansion {}
}
