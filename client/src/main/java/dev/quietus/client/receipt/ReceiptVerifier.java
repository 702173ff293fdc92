package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.util.List;
import java.util.Optional;

/**
 * Verifies a stop receipt offline: who signed it, whether it says what its kind must say, whether
 * its numbers agree, and, with the events, whether the chain it covers is whole and unchanged.
 *
 * <p>All faults that can be found are listed, not only the first.
 */
public final class ReceiptVerifier {

    private ReceiptVerifier() {}

    /**
     * Verifies one receipt.
     *
     * @param envelope the DSSE envelope as the server or a file gives it
     * @param keys the keys that the caller trusts; a signature by one of them is enough
     * @param events the events of the run tree from the first on, in their order; they may go on
     *     beyond what the receipt covers. Empty: the chain is not checked, and the verdict says so
     */
    public static ReceiptVerdict verify(
            JsonObject envelope, List<ReceiptKey> keys, Optional<List<JsonObject>> events) {
        Findings findings = new Findings();
        Optional<JsonObject> receipt = receipt(envelope, keys, findings);
        if (receipt.isPresent()) {
            guarded(findings, () -> ReceiptConsistency.check(receipt.get(), findings));
            guarded(findings, () -> chain(receipt.get(), events, findings));
        }
        if (findings.faultCount() > 0 || receipt.isEmpty()) {
            return new ReceiptVerdict.Invalid(findings.faults());
        }
        return new ReceiptVerdict.Valid(receipt.get(), findings.checks());
    }

    private static Optional<JsonObject> receipt(
            JsonObject envelope, List<ReceiptKey> keys, Findings findings) {
        Optional<byte[]> payload = DsseEnvelope.payload(envelope, keys, findings);
        return payload.isPresent()
                ? ReceiptStatement.receipt(payload.get(), findings)
                : Optional.empty();
    }

    private static void chain(
            JsonObject receipt, Optional<List<JsonObject>> events, Findings findings) {
        if (events.isEmpty()) {
            findings.passed("not checked: the events, for none were given");
            return;
        }
        EventChain.check(receipt.object("evidence"), events.get(), findings);
    }

    /** A part that can't be read is a fault, whichever check meets it first. */
    private static void guarded(Findings findings, Runnable check) {
        try {
            check.run();
        } catch (JsonException unreadable) {
            findings.fault(FaultCode.RECEIPT_MALFORMED, "stop_receipt, " + unreadable.getMessage());
        }
    }
}
