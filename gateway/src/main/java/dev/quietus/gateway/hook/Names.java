package dev.quietus.gateway.hook;

import dev.quietus.gateway.run.ContentDigest;

/** Ids and digests out of what an agent says: sound, bounded, and the same for the same. */
final class Names {
    private static final int SHORT = 8;
    private static final int LONGEST_PART = 60;

    private Names() {}

    /** Eight hexadecimal digits that stand for a text. */
    static String mark(String text) {
        return ContentDigest.hex(text).substring(0, SHORT);
    }

    /** A part of an id that reads like the text; a mark behind it where it had to be changed. */
    static String part(String text) {
        String sound = text.replaceAll("[^A-Za-z0-9._:-]", "_");
        boolean same = sound.equals(text) && !text.isEmpty() && text.length() <= LONGEST_PART;
        int keep = Math.min(sound.length(), LONGEST_PART);
        return same ? text : sound.substring(0, keep) + "-" + mark(text);
    }
}
