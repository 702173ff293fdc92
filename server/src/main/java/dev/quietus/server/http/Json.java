package dev.quietus.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** JSON at the edge: strict, bounded, UTF-8 only; every refusal says what and where. */
public final class Json {
    /** The deepest nesting that a body may have. */
    public static final int MAX_DEPTH = 32;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(65_536)
                            .maxNameLength(1_000)
                            .maxNumberLength(40)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** Writes a document of maps, lists, strings, numbers and booleans. */
    public static byte[] write(Object body) {
        try {
            return MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("could not write an answer as JSON", e);
        }
    }

    /** The same as text on one line. */
    public static String text(Object body) {
        return new String(write(body), StandardCharsets.UTF_8);
    }

    /** Reads text that this program wrote itself, for example a stored envelope. */
    public static JsonNode stored(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored document is not JSON", e);
        }
    }

    /**
     * Reads a request body.
     *
     * @throws Problem when it is not one JSON object
     */
    public static ObjectNode object(byte[] body) {
        String text = utf8(body);
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Problem(
                    Problem.Code.INVALID_JSON, "the body is not valid JSON: " + reason(e));
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        String found = node.isMissingNode()
                ? "nothing"
                : node.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
        throw new Problem(
                Problem.Code.INVALID_JSON, "the body must be a JSON object, found " + found);
    }

    private static String utf8(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Problem(Problem.Code.INVALID_JSON, "the body is not valid UTF-8");
        }
    }

    private static String reason(JsonProcessingException e) {
        String first =
                String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
        String shortened = first.length() <= 200 ? first : first.substring(0, 200) + "…";
        return e.getLocation() == null
                ? shortened
                : shortened + " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
    }
}
