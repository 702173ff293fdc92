package dev.quietus.client.receipt;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads public keys from PEM text (RFC 7468, {@code PUBLIC KEY} blocks holding Ed25519 keys). */
public final class ReceiptKeys {

    private static final String BEGIN = "-----BEGIN ";
    private static final String LABEL_END = "-----";
    private static final String PUBLIC_KEY = "PUBLIC KEY";
    private static final int MAX_CHARS = 1024 * 1024;

    private ReceiptKeys() {}

    /**
     * All keys of a PEM text, in their order: one file may hold the keys of a rotation. Text
     * outside of the blocks is ignored.
     *
     * @throws IllegalArgumentException if there is no block, a block is of another kind or broken,
     *     a key is not Ed25519, or the text has more than 1 MiB
     */
    public static List<ReceiptKey> fromPem(String pem) {
        if (pem.length() > MAX_CHARS) {
            throw new IllegalArgumentException("PEM text: more than " + MAX_CHARS + " characters");
        }
        List<ReceiptKey> keys = new ArrayList<>();
        int at = pem.indexOf(BEGIN);
        while (at >= 0) {
            int labelEnd = pem.indexOf(LABEL_END, at + BEGIN.length());
            if (labelEnd < 0) {
                throw new IllegalArgumentException("PEM text: a BEGIN line without its end");
            }
            String label = pem.substring(at + BEGIN.length(), labelEnd);
            if (!label.equals(PUBLIC_KEY)) {
                throw new IllegalArgumentException(
                        "PEM text: expected a PUBLIC KEY block, found " + label);
            }
            String endLine = "-----END " + label + LABEL_END;
            int end = pem.indexOf(endLine, labelEnd);
            if (end < 0) {
                throw new IllegalArgumentException(
                        "PEM text: key " + (keys.size() + 1) + " has no END line");
            }
            keys.add(key(keys.size() + 1, pem.substring(labelEnd + LABEL_END.length(), end)));
            at = pem.indexOf(BEGIN, end + endLine.length());
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("PEM text: expected a PUBLIC KEY block, found none");
        }
        return List.copyOf(keys);
    }

    private static ReceiptKey key(int number, String base64) {
        try {
            byte[] der = Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            return ReceiptKey.of(factory.generatePublic(new X509EncodedKeySpec(der)));
        } catch (IllegalArgumentException | InvalidKeySpecException e) {
            throw new IllegalArgumentException(
                    "PEM text: key " + number + " is no Ed25519 public key", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform from 15 on has Ed25519", e);
        }
    }
}
