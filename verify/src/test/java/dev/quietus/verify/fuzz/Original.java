package dev.quietus.verify.fuzz;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptKeys;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The documented example of a receipt, which is valid, and what a mutant of it may be taken for:
 * for nothing, or for exactly the same, differently written.
 */
final class Original {
    private static final int MOST = 16 << 20;

    private final byte[] envelope;
    private final byte[] events;
    private final byte[] key;

    private Original(byte[] envelope, byte[] events, byte[] key) {
        this.envelope = envelope;
        this.events = events;
        this.key = key;
    }

    /** Reads it. */
    static Original read() {
        Path folder = Path.of(System.getProperty("quietus.root"), "docs", "stop-receipt-example");
        return new Original(
                bytes(folder.resolve("envelope.json")),
                bytes(folder.resolve("events.json")),
                bytes(folder.resolve("key.pem")));
    }

    /** The file of the signed receipt. */
    byte[] envelope() {
        return envelope.clone();
    }

    /** The file of the events. */
    byte[] events() {
        return events.clone();
    }

    /** The file of the public key. */
    byte[] key() {
        return key.clone();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("an example file can't be read", e);
        }
    }

    /** A document as its bytes say it. */
    static JsonObject object(byte[] bytes) {
        return Json.parseObject(bytes, JsonLimits.ofBytes(MOST));
    }

    /** The events of a document. */
    static List<JsonObject> eventsOf(byte[] document) {
        return object(document).array("events").objects();
    }

    /** The keys of a file. */
    static List<ReceiptKey> keysOf(byte[] pem) {
        return ReceiptKeys.fromPem(new String(pem, StandardCharsets.ISO_8859_1));
    }

    /** What a verifier says of three files. */
    static ReceiptVerdict verdict(byte[] envelope, byte[] events, byte[] key) {
        return ReceiptVerifier.verify(object(envelope), keysOf(key), Optional.of(eventsOf(events)));
    }

    /** The hash that an event of this content has. */
    static String hash(JsonObject event) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(CanonicalJson.bytes(event.without("hash"))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this platform", e);
        }
    }

    /** What it is valid as. */
    JsonObject receipt() {
        return switch (verdict(envelope, events, key)) {
            case ReceiptVerdict.Valid valid -> valid.receipt();
            case ReceiptVerdict.Invalid invalid ->
                throw new AssertionError("the example is not valid: " + invalid.faults());
        };
    }

    /** Tells whether a receipt says the same. */
    boolean saysTheSame(JsonObject other) {
        return CanonicalJson.text(other).equals(CanonicalJson.text(receipt()));
    }

    /** Tells whether events are the same from the first on, at least as far as it covers them. */
    boolean sameEvents(List<JsonObject> others) {
        List<JsonObject> own = eventsOf(events);
        long covered = receipt().object("evidence").integer("event_count");
        return others.size() >= covered
                && others.size() <= own.size()
                && texts(others).equals(texts(own.subList(0, others.size())));
    }

    private static List<String> texts(List<JsonObject> events) {
        return events.stream().map(CanonicalJson::text).toList();
    }
}
