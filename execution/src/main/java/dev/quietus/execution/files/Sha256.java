package dev.quietus.execution.files;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that records name content by. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
