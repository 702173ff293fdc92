package dev.quietus.client.json;

import java.io.Serial;
import java.util.OptionalInt;

/**
 * JSON that can't be read, or a value that is not what the reader needs.
 *
 * <p>The message names the byte where the text broke and what was expected there, or the path of
 * the value ({@code $.run.lease}) with what was expected and what was found.
 */
public final class JsonException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int NOWHERE = -1;

    private final int byteOffset;

    private JsonException(String message, int byteOffset) {
        super(message);
        this.byteOffset = byteOffset;
    }

    static JsonException broken(int byteOffset, String expected, String found) {
        return new JsonException(
                "JSON broken at byte " + byteOffset + ": expected " + expected + ", found " + found,
                byteOffset);
    }

    static JsonException refused(String why) {
        return new JsonException(why, NOWHERE);
    }

    static JsonException unfit(String path, String expected, String found) {
        return new JsonException(path + ": expected " + expected + ", found " + found, NOWHERE);
    }

    /** Where the text broke, counted in bytes of UTF-8 from 0; empty if the text was sound. */
    public OptionalInt byteOffset() {
        return byteOffset == NOWHERE ? OptionalInt.empty() : OptionalInt.of(byteOffset);
    }
}
