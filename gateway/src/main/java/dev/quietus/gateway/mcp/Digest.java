package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of what passes: all of it that reaches the record. */
final class Digest {
    private Digest() {}

    /** Of the canonical form of arguments, so that their spelling makes no difference. */
    static String ofArguments(JsonNode arguments) {
        byte[] text = arguments.toString().getBytes(StandardCharsets.UTF_8);
        try {
            return of(CanonicalJson.bytes(Json.parse(text)));
        } catch (JsonException beyondItsBounds) {
            return of(text);
        }
    }

    static String of(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
