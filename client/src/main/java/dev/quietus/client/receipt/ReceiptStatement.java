package dev.quietus.client.receipt;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;

import java.util.List;
import java.util.Optional;

/** The middle layer: an in-toto statement about one run, whose predicate is the receipt. */
final class ReceiptStatement {

    static final String STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
    static final String PREDICATE_TYPE = "https://quietus.dev/stop-receipt/v1";
    static final String SUBJECT_PREFIX = "quietus-run:";

    private ReceiptStatement() {}

    /** The receipt in a payload; empty if it can't be read. */
    static Optional<JsonObject> receipt(byte[] payload, Findings findings) {
        JsonObject statement;
        try {
            statement = Json.parseObject(payload, JsonLimits.DEFAULT);
        } catch (JsonException e) {
            findings.fault(FaultCode.PAYLOAD_MALFORMED, "payload, " + e.getMessage());
            return Optional.empty();
        }
        try {
            boolean known = requireType(statement, "_type", STATEMENT_TYPE, findings);
            known &= requireType(statement, "predicateType", PREDICATE_TYPE, findings);
            if (known) {
                findings.passed("the statement is a stop receipt, version 1");
            }
            JsonObject receipt = statement.object("predicate").object("stop_receipt");
            checkSubject(statement, receipt, findings);
            return Optional.of(receipt);
        } catch (JsonException e) {
            findings.fault(FaultCode.RECEIPT_MALFORMED, "statement, " + e.getMessage());
            return Optional.empty();
        }
    }

    private static boolean requireType(
            JsonObject statement, String member, String expected, Findings findings) {
        String found = statement.string(member);
        return findings.require(
                found.equals(expected),
                FaultCode.STATEMENT_TYPE_UNKNOWN,
                member + ": expected " + expected + ", found " + found);
    }

    private static void checkSubject(JsonObject statement, JsonObject receipt, Findings findings) {
        List<JsonObject> subjects = statement.array("subject").objects();
        boolean one = findings.require(
                subjects.size() == 1,
                FaultCode.SUBJECT_DIFFERS,
                "subject: expected one, found " + subjects.size());
        if (!one) {
            return;
        }
        String name = subjects.get(0).string("name");
        String expectedName = SUBJECT_PREFIX + receipt.string("run_id");
        boolean same = findings.require(
                name.equals(expectedName),
                FaultCode.SUBJECT_DIFFERS,
                "subject: expected " + expectedName + ", found " + name);
        String digest = subjects.get(0).object("digest").string("sha256");
        String head = receipt.object("evidence").string("head_hash");
        same &= findings.require(
                digest.equals(head),
                FaultCode.SUBJECT_DIFFERS,
                "subject's digest: expected evidence.head_hash " + head + ", found " + digest);
        if (same) {
            findings.passed("the subject is " + name + " with the head of its event chain");
        }
    }
}
