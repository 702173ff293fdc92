package dev.quietus.core.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as lower-case hex; every Java platform must have it. */
public final class Digests {
    /** What the first event of a chain names as its predecessor. */
    public static final String NONE = "0".repeat(64);

    private Digests() {}

    /** The digest of a text's UTF-8. */
    public static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of bytes. */
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(start().digest(bytes));
    }

    /** A digest of bytes that come one after the other. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing from this Java platform", e);
        }
    }
}
