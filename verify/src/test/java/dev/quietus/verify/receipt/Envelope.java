package dev.quietus.verify.receipt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A signed envelope, taken apart and tampered with. */
final class Envelope {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ObjectNode node;

    private Envelope(ObjectNode node) {
        this.node = node;
    }

    static Envelope of(String json) {
        return new Envelope((ObjectNode) parsed(json));
    }

    static JsonNode parsed(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + json, e);
        }
    }

    byte[] payload() {
        return Base64.getDecoder().decode(node.get("payload").textValue());
    }

    byte[] signature() {
        return Base64.getDecoder()
                .decode(node.get("signatures").get(0).get("sig").textValue());
    }

    String statement() {
        return new String(payload(), StandardCharsets.UTF_8);
    }

    /** The same with one bit of its payload changed. */
    Envelope withPayloadBitFlipped(int bit) {
        byte[] bytes = payload();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        return with("payload", Base64.getEncoder().encodeToString(bytes));
    }

    /** The same with another value of a member. */
    Envelope with(String member, String value) {
        ObjectNode changed = node.deepCopy();
        changed.put(member, value);
        return new Envelope(changed);
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
