package dev.quietus.client.receipt;

import java.security.PublicKey;

/**
 * A key that the verifier trusts.
 *
 * @param keyid the lower-case hex SHA-256 of the key's SubjectPublicKeyInfo (DER)
 * @param key the Ed25519 key
 */
public record ReceiptKey(String keyid, PublicKey key) {

    /** The key with its id. */
    public static ReceiptKey of(PublicKey key) {
        return new ReceiptKey(Digests.sha256Hex(key.getEncoded()), key);
    }
}
