package dev.quietus.gateway.mcp.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;

/** The one JSON reader and writer of this room. */
final class MessageText {
    /** The most arrays and objects inside each other. */
    static final int DEEPEST = 500;

    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(1_000)
            .build();

    /** Reads without looking twice at names. */
    static final JsonFactory PLAIN =
            JsonFactory.builder().streamReadConstraints(BOUNDS).build();

    /** Two members of one name are an error: whoever reads next may take the other one. */
    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(BOUNDS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private MessageText() {}

    static JsonNode tree(byte[] raw, int from, int to) throws IOException {
        return STRICT.readTree(raw, from, to - from);
    }

    static byte[] bytes(JsonNode node) {
        try {
            return STRICT.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON can always be written", e);
        }
    }

    static String quoted(String value) {
        try {
            return STRICT.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text can always be written", e);
        }
    }
}
