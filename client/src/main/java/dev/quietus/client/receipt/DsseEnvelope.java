package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The outer layer: a DSSE v1 envelope with an in-toto payload and its signatures. */
final class DsseEnvelope {

    static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

    private static final int MOST_SIGNATURES = 100;

    private DsseEnvelope() {}

    /** The payload, whatever was found about its signature; empty if it can't be read. */
    static Optional<byte[]> payload(JsonObject envelope, List<ReceiptKey> keys, Findings findings) {
        try {
            String type = envelope.string("payloadType");
            byte[] payload = base64("payload", envelope.string("payload"));
            boolean known = findings.require(
                    type.equals(PAYLOAD_TYPE),
                    FaultCode.PAYLOAD_TYPE_UNKNOWN,
                    "payloadType: expected " + PAYLOAD_TYPE + ", found " + type);
            if (known) {
                findings.passed("the envelope carries an in-toto statement");
            }
            checkSignatures(
                    envelope.array("signatures").objects(), encoded(type, payload), keys, findings);
            return Optional.of(payload);
        } catch (JsonException | BadBase64Exception e) {
            findings.fault(FaultCode.ENVELOPE_MALFORMED, "envelope, " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The pre-authentication encoding: what is signed (DSSE v1, protocol, "PAE"). */
    static byte[] encoded(String type, byte[] payload) {
        byte[] typeBytes = type.getBytes(StandardCharsets.UTF_8);
        String head = "DSSEv1 " + typeBytes.length + " " + type + " " + payload.length + " ";
        byte[] headBytes = head.getBytes(StandardCharsets.UTF_8);
        byte[] whole = new byte[headBytes.length + payload.length];
        System.arraycopy(headBytes, 0, whole, 0, headBytes.length);
        System.arraycopy(payload, 0, whole, headBytes.length, payload.length);
        return whole;
    }

    private static void checkSignatures(
            List<JsonObject> signatures, byte[] signed, List<ReceiptKey> keys, Findings findings)
            throws BadBase64Exception {
        if (signatures.isEmpty()) {
            findings.fault(FaultCode.SIGNATURE_MISSING, "the envelope has no signature");
            return;
        }
        if (signatures.size() > MOST_SIGNATURES) {
            findings.fault(
                    FaultCode.ENVELOPE_MALFORMED,
                    "envelope: more than " + MOST_SIGNATURES + " signatures");
            return;
        }
        Optional<String> named = Optional.empty();
        for (JsonObject signature : signatures) {
            Optional<String> keyid = signature.optionalString("keyid");
            byte[] bytes = base64("sig", signature.string("sig"));
            for (ReceiptKey key : keys) {
                // A keyid is a hint (DSSE v1); without one, every trusted key is tried.
                if (keyid.isPresent()
                        && !keyid.get().isEmpty()
                        && !keyid.get().equals(key.keyid())) {
                    continue;
                }
                if (fits(key, signed, bytes)) {
                    findings.passed("signed by key " + key.keyid());
                    return;
                }
                named = Optional.of(key.keyid());
            }
        }
        if (named.isPresent()) {
            findings.fault(
                    FaultCode.SIGNATURE_INVALID,
                    "the signature by key " + named.get() + " does not fit the payload");
        } else {
            findings.fault(
                    FaultCode.SIGNATURE_KEY_UNKNOWN,
                    "no signature is by a trusted key (trusted: " + keys.size()
                            + "); the envelope names "
                            + signatures.get(0).optionalString("keyid").orElse("none"));
        }
    }

    private static boolean fits(ReceiptKey key, byte[] signed, byte[] signature) {
        try {
            Signature verification = Signature.getInstance("Ed25519");
            verification.initVerify(key.key());
            verification.update(signed);
            return verification.verify(signature);
        } catch (GeneralSecurityException unfit) {
            // A signature of the wrong length or a key of another kind: it does not fit.
            return false;
        }
    }

    /** Both alphabets are allowed (DSSE v1: "either standard or URL-safe"). */
    private static byte[] base64(String member, String text) throws BadBase64Exception {
        try {
            boolean urlSafe = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
            return (urlSafe ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text);
        } catch (IllegalArgumentException e) {
            throw new BadBase64Exception(
                    "$." + member + ": expected base64, found other characters", e);
        }
    }

    /** Not base64. */
    private static final class BadBase64Exception extends Exception {

        private static final long serialVersionUID = 1L;

        BadBase64Exception(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
