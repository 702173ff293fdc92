package dev.quietus.client.receipt;

import static dev.quietus.client.receipt.TestingReceipt.CHAIN;
import static dev.quietus.client.receipt.TestingReceipt.HEAD;
import static dev.quietus.client.receipt.TestingReceipt.INCOMPLETE;
import static dev.quietus.client.receipt.TestingReceipt.KEY;
import static dev.quietus.client.receipt.TestingReceipt.PAIR;
import static dev.quietus.client.receipt.TestingReceipt.QUIET;
import static dev.quietus.client.receipt.TestingReceipt.checks;
import static dev.quietus.client.receipt.TestingReceipt.envelope;
import static dev.quietus.client.receipt.TestingReceipt.faults;
import static dev.quietus.client.receipt.TestingReceipt.set;
import static dev.quietus.client.receipt.TestingReceipt.signed;
import static dev.quietus.client.receipt.TestingReceipt.statement;
import static dev.quietus.client.receipt.TestingReceipt.text;
import static dev.quietus.client.receipt.TestingReceipt.verify;
import static dev.quietus.client.receipt.TestingReceipt.verifyDocument;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNull;
import dev.quietus.client.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who signed, and whether the envelope and the statement are what they must be. */
class ReceiptVerifierTest {

    @Test
    void listsWhatWasCheckedOfAValidReceipt() {
        ReceiptVerdict verdict = verify(QUIET);
        assertThat(((ReceiptVerdict.Valid) verdict).receipt()).isEqualTo(QUIET);
        assertThat(checks(verdict))
                .containsExactly(
                        "the envelope carries an in-toto statement",
                        "signed by key " + KEY.keyid(),
                        "the statement is a stop receipt, version 1",
                        "the subject is quietus-run:r with the head of its event chain",
                        "the decision stopped_and_quiet follows from the counts, operations and"
                                + " times",
                        "1 outcomes rest on the word of a person: r-child/mail by operator:thomas",
                        "the 3 events that the receipt covers chain to its head hash");
        assertThat(checks(verify(INCOMPLETE)))
                .contains("the decision stop_incomplete follows from the counts, operations and"
                        + " times");
    }

    @Test
    void saysThatItDidNotCheckTheEventsWithoutThem() {
        ReceiptVerdict verdict =
                ReceiptVerifier.verify(signed(QUIET), List.of(KEY), Optional.empty());
        assertThat(checks(verdict)).endsWith("not checked: the events, for none were given");
    }

    @Test
    void findsAFlippedBitAnywhereInThePayload() {
        JsonObject good = signed(QUIET);
        byte[] payload = Base64.getDecoder().decode(good.string("payload"));
        for (int at = 0; at < payload.length; at += 7) {
            byte[] spoilt = payload.clone();
            spoilt[at] ^= (byte) (1 << at % 8);
            JsonObject envelope =
                    good.with("payload", text(Base64.getEncoder().encodeToString(spoilt)));
            assertThat(faults(verifyDocument(envelope)))
                    .contains("signature_invalid: the signature by key " + KEY.keyid()
                            + " does not fit the payload");
        }
    }

    @Test
    void findsEveryFlippedByteOfTheSignature() {
        JsonObject good = signed(QUIET);
        JsonObject signature = good.array("signatures").object(0);
        byte[] bytes = Base64.getDecoder().decode(signature.string("sig"));
        for (int at = 0; at < bytes.length; at++) {
            byte[] spoilt = bytes.clone();
            spoilt[at] ^= 1;
            assertThat(faults(verifyDocument(
                            withSignature(good, signature.with("sig", text(base64(spoilt)))))))
                    .containsExactly("signature_invalid: the signature by key " + KEY.keyid()
                            + " does not fit the payload");
        }
        assertThat(faults(verifyDocument(
                        withSignature(good, signature.with("sig", text(base64(new byte[3])))))))
                .hasSize(1);
    }

    @Test
    void trustsNoOtherKey() throws Exception {
        JsonObject foreign = envelope(
                statement(QUIET).toJson().getBytes(StandardCharsets.UTF_8),
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        assertThat(faults(verifyDocument(foreign)))
                .singleElement()
                .asString()
                .startsWith("signature_key_unknown: no signature is by a trusted key (trusted: 1);"
                        + " the envelope names ");
        JsonObject renamed = withSignature(
                foreign, foreign.array("signatures").object(0).with("keyid", text(KEY.keyid())));
        assertThat(faults(verifyDocument(renamed)))
                .singleElement()
                .asString()
                .startsWith("signature_invalid: ");
        assertThat(faults(ReceiptVerifier.verify(signed(QUIET), List.of(), Optional.empty())))
                .singleElement()
                .asString()
                .startsWith("signature_key_unknown: ");
    }

    @Test
    void triesEveryTrustedKeyWhereTheSignatureNamesNone() throws Exception {
        JsonObject good = signed(QUIET);
        JsonObject unnamed =
                withSignature(good, good.array("signatures").object(0).without("keyid"));
        ReceiptKey other = ReceiptKey.of(
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
        ReceiptKey notEd25519 = ReceiptKey.of(
                KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic());
        assertThat(checks(ReceiptVerifier.verify(
                        unnamed, List.of(notEd25519, other, KEY), Optional.empty())))
                .contains("signed by key " + KEY.keyid());
    }

    @Test
    void needsOneGoodSignatureOfSeveral() throws Exception {
        JsonObject good = signed(QUIET);
        JsonObject foreign = envelope(
                statement(QUIET).toJson().getBytes(StandardCharsets.UTF_8),
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        JsonObject both = good.with(
                "signatures",
                JsonArray.of(List.of(
                        foreign.array("signatures").object(0),
                        good.array("signatures").object(0))));
        assertThat(checks(verifyDocument(both))).contains("signed by key " + KEY.keyid());
    }

    @Test
    void readsBothAlphabetsOfBase64() {
        JsonObject good = signed(QUIET);
        byte[] payload = Base64.getDecoder().decode(good.string("payload"));
        String urlSafe = Base64.getUrlEncoder().withoutPadding().encodeToString(payload);
        assertThat(checks(verifyDocument(good.with("payload", text(urlSafe))))).isNotEmpty();
    }

    @Test
    void namesWhatIsWrongWithAnEnvelope() {
        JsonObject good = signed(QUIET);
        assertThat(faults(verifyDocument(good.without("payload"))))
                .containsExactly("envelope_malformed: envelope, $.payload: expected a string, found"
                        + " nothing");
        assertThat(faults(verifyDocument(good.with("payload", text("e30=!")))))
                .containsExactly("envelope_malformed: envelope, $.payload: expected base64, found"
                        + " other characters");
        assertThat(faults(verifyDocument(good.without("signatures"))))
                .containsExactly("envelope_malformed: envelope, $.signatures: expected an array,"
                        + " found nothing");
        assertThat(faults(verifyDocument(good.with("signatures", JsonArray.empty()))))
                .containsExactly("signature_missing: the envelope has no signature");
        JsonObject signature = good.array("signatures").object(0);
        JsonArray many = JsonArray.of(java.util.Collections.nCopies(101, signature));
        assertThat(faults(verifyDocument(good.with("signatures", many))))
                .containsExactly("envelope_malformed: envelope: more than 100 signatures");
        assertThat(faults(verifyDocument(good.with("payloadType", text("text/plain")))))
                .hasSize(2)
                .first()
                .isEqualTo("payload_type_unknown: payloadType: expected"
                        + " application/vnd.in-toto+json, found text/plain");
        assertThat(faults(verifyDocument(JsonObject.empty()))).hasSize(1);
    }

    @Test
    void namesWhatIsWrongWithASignedPayload() {
        assertThat(faults(verifyDocument(envelope("{\"a\":1,\"a\":1}"))))
                .containsExactly("payload_malformed: payload, JSON broken at byte 7: expected each"
                        + " member once, found \"a\" again");
        assertThat(faults(verifyDocument(envelope("[]"))))
                .containsExactly(
                        "payload_malformed: payload, $: expected an object, found an array");
        assertThat(faults(verifyDocument(envelope("{}"))))
                .containsExactly("receipt_malformed: statement, $._type: expected a string, found"
                        + " nothing");
        assertThat(faults(of(set(statement(QUIET), "predicateType", text("x")))))
                .containsExactly("statement_type_unknown: predicateType: expected"
                        + " https://quietus.dev/stop-receipt/v1, found x");
        assertThat(faults(of(set(statement(QUIET), "predicate", JsonObject.empty()))))
                .containsExactly("receipt_malformed: statement, $.predicate.stop_receipt: expected"
                        + " an object, found nothing");
    }

    @Test
    void namesASubjectThatIsNotTheReceipts() {
        JsonObject subject = statement(QUIET).array("subject").object(0);
        assertThat(faults(of(
                        statement(QUIET).with("subject", JsonArray.of(List.of(subject, subject))))))
                .containsExactly("subject_differs: subject: expected one, found 2");
        JsonObject other =
                set(subject, "digest.sha256", text("00")).with("name", text("quietus-run:other"));
        assertThat(faults(of(statement(QUIET).with("subject", JsonArray.of(List.of(other))))))
                .containsExactly(
                        "subject_differs: subject: expected quietus-run:r, found quietus-run:other",
                        "subject_differs: subject's digest: expected evidence.head_hash " + HEAD
                                + ", found 00");
    }

    @Test
    void takesTheServersAnswerAroundTheEnvelope() {
        JsonObject answer = Json.parseObject("{\"barrier_id\":\"stop-r-1\",\"run_id\":\"r\","
                        + "\"revision\":2,\"newest\":true,\"decision\":\"stopped_and_quiet\"}")
                .with("envelope", signed(QUIET));
        assertThat(checks(verifyDocument(answer))).contains("signed by key " + KEY.keyid());
        assertThat(faults(verifyDocument(set(answer, "decision", text("quiet")))))
                .containsExactly("answer_differs: decision: the answer says \"quiet\", signed is"
                        + " \"stopped_and_quiet\"");
        assertThat(faults(verifyDocument(answer.with("envelope", JsonNull.INSTANCE))))
                .containsExactly("envelope_malformed: answer, $.envelope: expected an object, found"
                        + " null");
    }

    @Test
    void doesNotListAMillionFaults() {
        List<JsonObject> strangers = java.util.Collections.nCopies(100_000, CHAIN.get(0));
        assertThat(faults(verify(strangers))).hasSize(200);
    }

    private static ReceiptVerdict of(JsonObject statement) {
        return verifyDocument(envelope(statement.toJson().getBytes(StandardCharsets.UTF_8), PAIR));
    }

    private static JsonObject withSignature(JsonObject envelope, JsonObject signature) {
        return envelope.with("signatures", JsonArray.of(List.of(signature)));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
