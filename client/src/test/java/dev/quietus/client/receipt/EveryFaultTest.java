package dev.quietus.client.receipt;

import static dev.quietus.client.receipt.TestingReceipt.CHAIN;
import static dev.quietus.client.receipt.TestingReceipt.INCOMPLETE;
import static dev.quietus.client.receipt.TestingReceipt.QUIET;
import static dev.quietus.client.receipt.TestingReceipt.drop;
import static dev.quietus.client.receipt.TestingReceipt.dropInEntry;
import static dev.quietus.client.receipt.TestingReceipt.entry;
import static dev.quietus.client.receipt.TestingReceipt.envelope;
import static dev.quietus.client.receipt.TestingReceipt.set;
import static dev.quietus.client.receipt.TestingReceipt.signed;
import static dev.quietus.client.receipt.TestingReceipt.statement;
import static dev.quietus.client.receipt.TestingReceipt.text;
import static dev.quietus.client.receipt.TestingReceipt.verify;
import static dev.quietus.client.receipt.TestingReceipt.verifyDocument;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNull;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No fault code is dead: each is provoked once. A new code does not compile without its case. */
class EveryFaultTest {

    @ParameterizedTest
    @EnumSource
    void isFound(FaultCode code) {
        ReceiptVerdict verdict = provoked(code);
        assertThat(verdict).isInstanceOf(ReceiptVerdict.Invalid.class);
        assertThat(((ReceiptVerdict.Invalid) verdict).faults())
                .extracting(ReceiptFault::code)
                .contains(code);
    }

    private static ReceiptVerdict provoked(FaultCode code) {
        JsonObject good = signed(QUIET);
        return switch (code) {
            case ENVELOPE_MALFORMED -> verifyDocument(good.without("payload"));
            case PAYLOAD_TYPE_UNKNOWN -> verifyDocument(good.with("payloadType", text("x")));
            case SIGNATURE_MISSING -> verifyDocument(good.with("signatures", JsonArray.empty()));
            case SIGNATURE_KEY_UNKNOWN ->
                ReceiptVerifier.verify(good, List.of(), Optional.of(CHAIN));
            case SIGNATURE_INVALID -> verifyDocument(good.with("payload", text("e30=")));
            case PAYLOAD_MALFORMED -> verifyDocument(envelope("{"));
            case STATEMENT_TYPE_UNKNOWN ->
                verifyDocument(
                        envelope(statement(QUIET).with("_type", text("x")).toJson()));
            case SUBJECT_DIFFERS -> verify(set(QUIET, "run_id", text("other")));
            case RECEIPT_MALFORMED -> verify(drop(QUIET, "barrier_id"));
            case DECISION_UNKNOWN -> verify(set(QUIET, "decision", text("stopped")));
            case UNKNOWN_OUTCOMES -> verify(set(QUIET, "effects.unknown", JsonNumber.of(1)));
            case CALLS_PENDING -> verify(set(QUIET, "work.pending_calls", JsonNumber.of(1)));
            case LEASE_NOT_REVOKED -> verify(set(QUIET, "authority.root_lease", text("active")));
            case OPERATION_NOT_SETTLED -> verify(entry(QUIET, 0, "settled_state", text("pending")));
            case COUNTS_DISAGREE -> verify(set(QUIET, "work.in_flight_settled", JsonNumber.of(9)));
            case QUIET_PERIOD_NOT_OVER ->
                verify(set(QUIET, "quiet_period_seconds", JsonNumber.of(31)));
            case STAGES_INCONSISTENT ->
                verify(set(QUIET, "stages.dispatch_stopped", JsonNull.INSTANCE));
            case NOTHING_OPEN -> verify(set(QUIET, "decision", text("stop_incomplete")));
            case UNKNOWN_WITHOUT_HOLDER ->
                verify(set(INCOMPLETE, "reconciliation", JsonArray.empty()));
            case EFFECT_CONTRADICTS ->
                verify(entry(QUIET, 0, "effect_check.observed", text("present")));
            case EVENT_MALFORMED -> verify(with(1, CHAIN.get(1).without("seq")));
            case EVENT_OF_OTHER_TREE -> verify(with(1, CHAIN.get(1).with("tree_id", text("x"))));
            case EVENT_MISSING -> verify(List.of(CHAIN.get(0), CHAIN.get(2)));
            case EVENTS_TRUNCATED -> verify(CHAIN.subList(0, 2));
            case EVENT_REPEATED -> verify(with(1, CHAIN.get(0)));
            case EVENT_OUT_OF_ORDER -> verify(List.of(CHAIN.get(0), CHAIN.get(2), CHAIN.get(1)));
            case EVENT_CHANGED -> verify(with(1, CHAIN.get(1).with("type", text("x"))));
            case EVENT_LINK_BROKEN -> verify(with(1, CHAIN.get(1).with("hash", text("x"))));
            case HEAD_HASH_DIFFERS -> verify(with(2, CHAIN.get(2).with("hash", text("x"))));
            case EFFECT_UNCONFIRMED ->
                verify(entry(
                        QUIET, 0, "effect_check.checked_at", text("2026-08-16T10:51:30.000Z")));
            case EFFECT_RECEIPT_MISSING -> verify(dropInEntry(QUIET, 2, "rollback_owner"));
            case ANSWER_DIFFERS ->
                verifyDocument(JsonObject.builder()
                        .put("run_id", "other")
                        .put("envelope", good)
                        .build());
        };
    }

    private static List<JsonObject> with(int index, JsonObject event) {
        List<JsonObject> events = new java.util.ArrayList<>(CHAIN);
        events.set(index, event);
        return events;
    }
}
