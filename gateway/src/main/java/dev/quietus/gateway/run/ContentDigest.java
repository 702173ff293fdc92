package dev.quietus.gateway.run;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonValue;
import dev.quietus.client.receipt.Digests;

import java.nio.charset.StandardCharsets;

/**
 * What stands in the record for contents that pass a gateway: their SHA-256, never they themselves.
 */
public final class ContentDigest {
    private ContentDigest() {}

    /** The digest of bytes, as the record has it: {@code sha256:} and lower-case hex. */
    public static String of(byte[] bytes) {
        return "sha256:" + Digests.sha256Hex(bytes);
    }

    /** The digest of a value's canonical form (RFC 8785). */
    public static String of(JsonValue value) {
        return of(CanonicalJson.bytes(value));
    }

    /**
     * The digest of a text's canonical form, so that its spelling makes no difference; of the text
     * as it is where it is no JSON, or beyond the bounds of ours.
     */
    public static String ofJson(byte[] text) {
        try {
            return of(Json.parse(text));
        } catch (JsonException | IllegalArgumentException beyondBounds) {
            return of(text);
        }
    }

    /** The SHA-256 of a text in lower-case hex, to make a name of. */
    public static String hex(String text) {
        return Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
