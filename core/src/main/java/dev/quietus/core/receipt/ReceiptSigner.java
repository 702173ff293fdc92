package dev.quietus.core.receipt;

/** The port to the key that signs receipts. Safe for use by several threads; does no slow I/O. */
public interface ReceiptSigner {
    /** SHA-256 of the public key's SubjectPublicKeyInfo, lower-case hex. */
    String keyId();

    /** The Ed25519 signature (RFC 8032) over these bytes. */
    byte[] sign(byte[] bytes);
}
