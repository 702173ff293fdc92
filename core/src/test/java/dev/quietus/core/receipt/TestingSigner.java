package dev.quietus.core.receipt;

import dev.quietus.core.ledger.Digests;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signs with a real Ed25519 key that was made for the test. */
public final class TestingSigner implements ReceiptSigner {
    private static final KeyPair KEY = key();
    private static final Pattern PAYLOAD = Pattern.compile("\"payload\":\"([^\"]+)\"");
    private static final Pattern SIGNATURE = Pattern.compile("\"sig\":\"([^\"]+)\"");

    private static KeyPair key() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no Ed25519", e);
        }
    }

    @Override
    public String keyId() {
        return Digests.sha256(KEY.getPublic().getEncoded());
    }

    @Override
    public byte[] sign(byte[] bytes) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(KEY.getPrivate());
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed", e);
        }
    }

    /** Tells whether an envelope's signature fits its payload. */
    public boolean verifies(String envelope) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(KEY.getPublic());
            signature.update(Statement.preAuthentication(
                    Statement.PAYLOAD_TYPE, payload(envelope).getBytes(StandardCharsets.UTF_8)));
            return signature.verify(Base64.getDecoder().decode(found(SIGNATURE, envelope)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("verifying failed", e);
        }
    }

    /** The statement inside an envelope, as JSON text. */
    public static String payload(String envelope) {
        return new String(
                Base64.getDecoder().decode(found(PAYLOAD, envelope)), StandardCharsets.UTF_8);
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
