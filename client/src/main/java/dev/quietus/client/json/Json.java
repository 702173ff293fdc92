package dev.quietus.client.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/**
 * Reading of JSON texts, and the spelling of times in them.
 *
 * <p>The parser is strict (RFC 8259): one value and nothing behind it, no comments, no duplicate
 * member names, no byte order mark, no invalid UTF-8, no half surrogate pairs. Everything is
 * bounded by {@link JsonLimits}. All methods may be called by any thread.
 */
public final class Json {

    private Json() {}

    /**
     * Reads one JSON value.
     *
     * @throws JsonException with the byte offset if the bytes are not strict JSON, or if they
     *     exceed a limit
     */
    public static JsonValue parse(byte[] utf8, JsonLimits limits) {
        return new JsonParser(utf8, limits).parse();
    }

    /** As {@link #parse(byte[], JsonLimits)}, with offsets in bytes of the text's UTF-8 form. */
    public static JsonValue parse(String text, JsonLimits limits) {
        return parse(utf8(text), limits);
    }

    /** As {@link #parse(byte[], JsonLimits)} with {@link JsonLimits#DEFAULT}. */
    public static JsonValue parse(byte[] utf8) {
        return parse(utf8, JsonLimits.DEFAULT);
    }

    /** As {@link #parse(String, JsonLimits)} with {@link JsonLimits#DEFAULT}. */
    public static JsonValue parse(String text) {
        return parse(text, JsonLimits.DEFAULT);
    }

    /**
     * Reads one JSON object.
     *
     * @throws JsonException as {@link #parse(byte[], JsonLimits)}, and if the value is no object
     */
    public static JsonObject parseObject(byte[] utf8, JsonLimits limits) {
        return object(parse(utf8, limits));
    }

    /** As {@link #parseObject(byte[], JsonLimits)} with {@link JsonLimits#DEFAULT}. */
    public static JsonObject parseObject(String text) {
        return object(parse(text));
    }

    /** The wire form of a time: RFC 3339, UTC, milliseconds; finer parts are cut off. */
    public static String timestamp(Instant time) {
        return Timestamps.FORMAT.format(time);
    }

    private static JsonObject object(JsonValue value) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw JsonException.unfit(JsonObject.ROOT, "an object", JsonObject.kind(value));
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException halfPair) {
            throw JsonException.refused("JSON text: half of a surrogate pair at index "
                    + JsonString.loneSurrogate(text));
        }
    }

    /** Apart, because building a formatter is slow and the stop path needs none. */
    private static final class Timestamps {
        static final DateTimeFormatter FORMAT =
                new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    }
}
