package dev.quietus.core.receipt;

import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.settlement.ProviderDirectory;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The signed form of a receipt: an in-toto statement in a DSSE envelope (docs/stop-receipt.md).
 *
 * <p>Sources: in-toto attestation framework, statement v1; DSSE protocol v1, whose
 * pre-authentication encoding is what the signature covers.
 */
public final class Statement {
    /** The statement's own type. */
    public static final String TYPE = "https://in-toto.io/Statement/v1";

    /** What kind of predicate a stop receipt is; an identifier, nothing is fetched from it. */
    public static final String PREDICATE_TYPE = "https://quietus.dev/stop-receipt/v1";

    /** The envelope's payload type. */
    public static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

    private Statement() {}

    /**
     * Signs a receipt.
     *
     * @return the envelope as canonical JSON
     */
    public static String envelope(
            StopReceipt receipt, ProviderDirectory providers, ReceiptSigner signer) {
        byte[] payload = CanonicalJson.write(new ReceiptBody(receipt, providers).statement())
                .getBytes(StandardCharsets.UTF_8);
        byte[] signature = signer.sign(preAuthentication(PAYLOAD_TYPE, payload));
        Map<String, Object> signed = new LinkedHashMap<>();
        signed.put("keyid", signer.keyId());
        signed.put("sig", Base64.getEncoder().encodeToString(signature));
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("payloadType", PAYLOAD_TYPE);
        envelope.put("payload", Base64.getEncoder().encodeToString(payload));
        envelope.put("signatures", List.of(signed));
        return CanonicalJson.write(envelope);
    }

    /** DSSE's pre-authentication encoding: what is signed instead of the bare payload. */
    public static byte[] preAuthentication(String type, byte[] payload) {
        byte[] typeBytes = type.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("DSSEv1 " + typeBytes.length + " " + type + " " + payload.length + " ")
                .getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + payload.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(payload, 0, all, head.length, payload.length);
        return all;
    }
}
