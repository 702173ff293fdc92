package dev.quietus.server.provider;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.quietus.core.ledger.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The body of an answer, read as JSON within bounds. */
sealed interface JsonAnswer {
    /** The deepest nesting that is read. */
    int MAX_DEPTH = 100;

    /** The most JSON tokens that are read; bounds what an expression has to walk through. */
    int MAX_TOKENS = 100_000;

    /** The longest property name that is read, in characters. */
    int MAX_NAME_LENGTH = 500;

    /** The one reader and writer: strict, bounded, with sorted keys on the way out. */
    JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxTokenCount(MAX_TOKENS)
                            .maxNameLength(MAX_NAME_LENGTH)
                            .maxStringLength(BoundedBody.MAX_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /**
     * The body is JSON.
     *
     * @param document maps, lists, strings, numbers and booleans; null for a JSON null
     */
    record Json(@Nullable Object document) implements JsonAnswer {}

    /**
     * The body is not usable.
     *
     * @param why in one line, without any of the body
     */
    record NotJson(String why) implements JsonAnswer {}

    /** Reads a body: strict UTF-8 (RFC 8259 section 8.1), one JSON text, no duplicate keys. */
    static JsonAnswer read(ByteBuffer body) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(body.duplicate()).toString();
        } catch (CharacterCodingException e) {
            return new NotJson("the answer is not UTF-8");
        }
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        if (text.isBlank()) {
            return new NotJson("the answer has no body");
        }
        try {
            return new Json(MAPPER.readValue(text, Object.class));
        } catch (StreamConstraintsException e) {
            return new NotJson("the answer's JSON is beyond the bounds (depth " + MAX_DEPTH + ", "
                    + MAX_TOKENS + " tokens, names of " + MAX_NAME_LENGTH + " characters)");
        } catch (JsonProcessingException e) {
            return new NotJson("the answer is not JSON");
        }
    }

    /**
     * The SHA-256 of the canonical text of a part of an answer: no blanks, keys sorted. Equal parts
     * have equal digests, however the provider orders its keys.
     *
     * @throws IllegalArgumentException when {@code part} did not come from {@link #read}
     */
    static String digest(Object part) {
        try {
            return Digests.sha256(MAPPER.writeValueAsString(part));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "no canonical text for " + part.getClass().getName(), e);
        }
    }
}
