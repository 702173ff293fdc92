package dev.quietus.verify.fuzz;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptKey;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;

/** Signs any payload with a key of its own, as a producer that writes nonsense would. */
final class TestSigner {
    private static final String TYPE = "application/vnd.in-toto+json";

    private final KeyPair pair;

    TestSigner() {
        try {
            pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no Ed25519 in this platform", e);
        }
    }

    /** The key that a verifier is told to trust. */
    ReceiptKey key() {
        return ReceiptKey.of(pair.getPublic());
    }

    /** The envelope around a payload. */
    JsonObject signed(byte[] payload) {
        return JsonObject.builder()
                .put("payload", Base64.getEncoder().encodeToString(payload))
                .put("payloadType", TYPE)
                .put(
                        "signatures",
                        JsonArray.of(List.of(JsonObject.builder()
                                .put("keyid", key().keyid())
                                .put("sig", Base64.getEncoder().encodeToString(signature(payload)))
                                .build())))
                .build();
    }

    private byte[] signature(byte[] payload) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        encoded.writeBytes("DSSEv1 %d %s %d "
                .formatted(TYPE.length(), TYPE, payload.length)
                .getBytes(StandardCharsets.UTF_8));
        encoded.writeBytes(payload);
        try {
            Signature signer = Signature.getInstance("Ed25519");
            signer.initSign(pair.getPrivate());
            signer.update(encoded.toByteArray());
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed", e);
        }
    }
}
