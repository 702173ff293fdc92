package dev.quietus.cli.command;

import dev.quietus.client.json.JsonObject;

import java.util.Locale;

/**
 * One thing that {@code quietus doctor} looked at.
 *
 * @param result what came of it
 * @param name what was looked at
 * @param words what was found, and what to do where something is missing
 */
record Check(Result result, String name, String words) {

    /** What came of a check. */
    enum Result {
        /** It is there. */
        FOUND,
        /** Something is less good than it could be. */
        WEAK,
        /** Quietus can't do without it. */
        LACKING
    }

    static Check found(String name, String words) {
        return new Check(Result.FOUND, name, words);
    }

    static Check weak(String name, String words) {
        return new Check(Result.WEAK, name, words);
    }

    static Check lacking(String name, String words) {
        return new Check(Result.LACKING, name, words);
    }

    JsonObject document() {
        return JsonObject.builder()
                .put("name", name)
                .put("result", result.name().toLowerCase(Locale.ROOT))
                .put("words", words)
                .build();
    }
}
