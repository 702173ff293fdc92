package dev.quietus.verify.receipt;

import dev.quietus.core.ledger.Digests;
import dev.quietus.core.receipt.ReceiptSigner;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A key that everybody knows: the first and second of the test vectors of RFC 8032, section 7.1.
 * Ed25519 signatures are deterministic, so what it signs can be compared byte for byte.
 *
 * @param secret the 32 bytes of the private key, hex
 * @param publicKey the 32 bytes of the public key, hex
 */
record ExampleKey(String secret, String publicKey) implements ReceiptSigner {
    static final ExampleKey FIRST = new ExampleKey(
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    static final ExampleKey SECOND = new ExampleKey(
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");

    /** The DER of a PKCS #8 Ed25519 key up to the key itself (RFC 8410, section 7). */
    private static final String PKCS8_HEAD = "302e020100300506032b657004220420";

    /** The DER of a SubjectPublicKeyInfo up to the key itself (RFC 8410, section 4). */
    private static final String SPKI_HEAD = "302a300506032b6570032100";

    @Override
    public String keyId() {
        return Digests.sha256(spki());
    }

    @Override
    public byte[] sign(byte[] bytes) {
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(HexFormat.of().parseHex(PKCS8_HEAD + secret)));
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is missing from this Java platform", e);
        }
    }

    /** The public key as PEM. */
    String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getEncoder().encodeToString(spki())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private byte[] spki() {
        return HexFormat.of().parseHex(SPKI_HEAD + publicKey);
    }
}
