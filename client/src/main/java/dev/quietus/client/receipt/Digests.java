package dev.quietus.client.receipt;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 and its hex form. Thread-safe. */
public final class Digests {

    private static final String HEX = "0123456789abcdef";

    private Digests() {}

    /** The digest of bytes in lower-case hex. */
    public static String sha256Hex(byte[] bytes) {
        byte[] digest;
        try {
            digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        StringBuilder hex = new StringBuilder(64);
        for (byte unit : digest) {
            hex.append(HEX.charAt(unit >> 4 & 0xF)).append(HEX.charAt(unit & 0xF));
        }
        return hex.toString();
    }

    /** Whether a text is a SHA-256 in lower-case hex. */
    static boolean isSha256Hex(String text) {
        return text.length() == 64 && text.chars().allMatch(c -> HEX.indexOf(c) >= 0);
    }
}
