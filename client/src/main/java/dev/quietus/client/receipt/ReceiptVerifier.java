package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.util.List;
import java.util.Optional;

/**
 * Verifies a stop receipt offline: who signed it, whether it says what its kind must say, whether
 * its numbers agree, and, with the events, whether the chain it covers is whole and unchanged.
 *
 * <p>All faults that can be found are listed, not only the first.
 */
public final class ReceiptVerifier {

    private static final String ENVELOPE = "envelope";
    private static final List<String> TOLD =
            List.of("barrier_id", "run_id", "revision", "decision");

    private ReceiptVerifier() {}

    /**
     * Verifies one receipt.
     *
     * @param document the DSSE envelope, or the server's whole answer around it; what that says of
     *     the receipt must then be what was signed
     * @param keys the keys that the caller trusts; a signature by one of them is enough
     * @param events the events of the run tree from the first on, in their order; they may go on
     *     beyond what the receipt covers. Empty: the chain is not checked, and the verdict says so
     */
    public static ReceiptVerdict verify(
            JsonObject document, List<ReceiptKey> keys, Optional<List<JsonObject>> events) {
        Findings findings = new Findings();
        Optional<JsonObject> receipt = receipt(document, keys, findings);
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
            JsonObject document, List<ReceiptKey> keys, Findings findings) {
        boolean answer = document.has(ENVELOPE) && !document.has("payload");
        Optional<JsonObject> envelope =
                answer ? envelope(document, findings) : Optional.of(document);
        Optional<JsonObject> receipt = envelope.flatMap(
                        found -> DsseEnvelope.payload(found, keys, findings))
                .flatMap(payload -> ReceiptStatement.receipt(payload, findings));
        if (answer && receipt.isPresent()) {
            checkTold(document, receipt.get(), findings);
        }
        return receipt;
    }

    private static Optional<JsonObject> envelope(JsonObject answer, Findings findings) {
        try {
            return Optional.of(answer.object(ENVELOPE));
        } catch (JsonException e) {
            findings.fault(FaultCode.ENVELOPE_MALFORMED, "answer, " + e.getMessage());
            return Optional.empty();
        }
    }

    /** What stands around the envelope is not signed: it must not say anything else. */
    private static void checkTold(JsonObject answer, JsonObject receipt, Findings findings) {
        for (String member : TOLD) {
            Optional<JsonValue> told = answer.member(member);
            findings.require(
                    told.isEmpty() || told.equals(receipt.member(member)),
                    FaultCode.ANSWER_DIFFERS,
                    member + ": the answer says " + told.map(JsonValue::toJson).orElse("nothing")
                            + ", signed is "
                            + receipt.member(member).map(JsonValue::toJson).orElse("nothing"));
        }
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
