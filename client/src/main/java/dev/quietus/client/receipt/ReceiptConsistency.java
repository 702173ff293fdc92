package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The inner layer: whether a receipt's decision follows from what it lists. */
final class ReceiptConsistency {

    private static final String COMPLETED = "completed_and_verified";
    private static final String WITHOUT_EFFECT = "cancelled_without_effect";
    private static final String UNKNOWN = "unknown";
    private static final List<String> SETTLED = List.of(COMPLETED, WITHOUT_EFFECT, UNKNOWN);
    private static final List<String> STAGES = List.of(
            "generation_stopped", "dispatch_stopped", "queued_work_cancelled", "effects_settled");

    private final JsonObject receipt;
    private final Findings findings;
    private final List<JsonObject> inFlight;
    private final long pending;
    private final Instant verifiedAt;

    private ReceiptConsistency(JsonObject receipt, Findings findings) {
        this.receipt = receipt;
        this.findings = findings;
        this.inFlight =
                receipt.optionalArray("in_flight").orElse(JsonArray.empty()).objects();
        this.pending = receipt.object("work").optionalInteger("pending_calls").orElse(0);
        this.verifiedAt = receipt.instant("verified_at");
    }

    static void check(JsonObject receipt, Findings findings) {
        int before = findings.faultCount();
        String decision = receipt.string("decision");
        ReceiptConsistency consistency = new ReceiptConsistency(receipt, findings);
        consistency.checkShape();
        consistency.checkCounts();
        consistency.checkEffects();
        switch (decision) {
            case "stopped_and_quiet" -> consistency.checkStoppedAndQuiet();
            case "stop_incomplete" -> consistency.checkStopIncomplete();
            default ->
                findings.fault(
                        FaultCode.DECISION_UNKNOWN,
                        "decision: expected stopped_and_quiet or stop_incomplete, found "
                                + decision);
        }
        if (findings.faultCount() == before) {
            findings.passed(
                    "the decision " + decision + " follows from the counts, operations and times");
        }
    }

    private void checkShape() {
        receipt.string("barrier_id");
        receipt.string("run_id");
        JsonObject evidence = receipt.object("evidence");
        evidence.string("tree_id");
        findings.require(
                evidence.integer("event_count") >= 1,
                FaultCode.RECEIPT_MALFORMED,
                "evidence.event_count: expected 1 or more, found "
                        + evidence.integer("event_count"));
        findings.require(
                Digests.isSha256Hex(evidence.string("head_hash")),
                FaultCode.RECEIPT_MALFORMED,
                "evidence.head_hash: expected a SHA-256 in lower-case hex");
        findings.require(
                receipt.integer("revision") >= 1,
                FaultCode.RECEIPT_MALFORMED,
                "revision: expected 1 or more, found " + receipt.integer("revision"));
        JsonObject stages = receipt.object("stages");
        for (String stage : STAGES) {
            Optional<Instant> reached = stages.optionalInstant(stage);
            findings.require(
                    reached.isEmpty() || !reached.get().isAfter(verifiedAt),
                    FaultCode.STAGES_INCONSISTENT,
                    "stages." + stage + " is later than verified_at");
        }
    }

    private void checkCounts() {
        Map<String, Long> listed = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (JsonObject operation : inFlight) {
            listed.merge(settledState(operation), 1L, Long::sum);
            findings.require(
                    seen.add(name(operation)),
                    FaultCode.COUNTS_DISAGREE,
                    "in_flight: " + name(operation) + " is listed more than once");
        }
        JsonObject effects = receipt.object("effects");
        for (String state : SETTLED) {
            long counted = effects.integer(state);
            long found = listed.getOrDefault(state, 0L);
            findings.require(
                    counted == found,
                    FaultCode.COUNTS_DISAGREE,
                    "effects." + state + " is " + counted + ", in_flight lists " + found);
        }
    }

    /** What an operation is settled as; empty text if it is not. */
    private static String settledState(JsonObject operation) {
        return operation.optionalString("settled_state").orElse("");
    }

    private String name(JsonObject operation) {
        return operation.optionalString("run_id").orElse(receipt.string("run_id")) + "/"
                + operation.string("operation_id");
    }

    /**
     * S4, no invented outcome: without effect only if one was looked for afterwards, and not seen.
     */
    private void checkEffects() {
        for (JsonObject operation : inFlight) {
            Optional<JsonObject> check = operation.optionalObject("effect_check");
            boolean byHand = operation.optionalString("settled_by").isPresent();
            if (!settledState(operation).equals(WITHOUT_EFFECT) || check.isEmpty() || byHand) {
                continue;
            }
            String observed = check.get().optionalString("observed").orElse("");
            findings.require(
                    !observed.equals("present"),
                    FaultCode.EFFECT_CONTRADICTS,
                    name(operation)
                            + " is called cancelled_without_effect, but an effect was observed");
            Optional<Instant> asked = operation
                    .optionalObject("cancellation")
                    .flatMap(cancellation -> cancellation.optionalInstant("requested_at"));
            Optional<Instant> checked = check.get().optionalInstant("checked_at");
            findings.require(
                    asked.isEmpty() || checked.isEmpty() || !checked.get().isBefore(asked.get()),
                    FaultCode.EFFECT_CONTRADICTS,
                    name(operation) + " was checked before its cancellation was requested");
        }
    }

    private void checkStoppedAndQuiet() {
        long unknown = receipt.object("effects").integer(UNKNOWN);
        findings.require(
                unknown == 0,
                FaultCode.UNKNOWN_OUTCOMES,
                "stopped_and_quiet with effects.unknown " + unknown);
        findings.require(
                pending == 0,
                FaultCode.CALLS_PENDING,
                "stopped_and_quiet with work.pending_calls " + pending);
        String lease = receipt.object("authority").string("root_lease");
        findings.require(
                lease.equals("revoked"),
                FaultCode.LEASE_NOT_REVOKED,
                "authority.root_lease: expected revoked, found " + lease);
        for (JsonObject operation : inFlight) {
            findings.require(
                    SETTLED.contains(settledState(operation)),
                    FaultCode.OPERATION_NOT_SETTLED,
                    name(operation) + " is not settled");
        }
        long settled = receipt.object("work").integer("in_flight_settled");
        findings.require(
                settled == inFlight.size(),
                FaultCode.COUNTS_DISAGREE,
                "work.in_flight_settled is " + settled + ", in_flight lists " + inFlight.size());
        checkQuiet();
    }

    private void checkQuiet() {
        Instant lastActivity = receipt.instant("last_activity_at");
        long quietSeconds = receipt.integer("quiet_period_seconds");
        Duration quiet = Duration.between(lastActivity, verifiedAt);
        findings.require(
                quietSeconds >= 0 && quiet.compareTo(Duration.ofSeconds(quietSeconds)) >= 0,
                FaultCode.QUIET_PERIOD_NOT_OVER,
                "verified_at is " + quiet.toMillis()
                        + " ms after last_activity_at, the quiet period is " + quietSeconds + " s");
        findings.require(
                receipt.object("stages").optionalInstant("effects_settled").isPresent(),
                FaultCode.STAGES_INCONSISTENT,
                "stopped_and_quiet without a time in stages.effects_settled");
    }

    private void checkStopIncomplete() {
        long unknown = receipt.object("effects").integer(UNKNOWN);
        findings.require(
                unknown > 0 || pending > 0,
                FaultCode.NOTHING_OPEN,
                "stop_incomplete with no unknown outcome and no pending call");
        Set<String> held = new HashSet<>();
        for (JsonObject entry : receipt.optionalArray("reconciliation")
                .orElse(JsonArray.empty())
                .objects()) {
            if (!entry.optionalString("held_by").orElse("").isBlank()) {
                held.add(name(entry));
            }
        }
        for (JsonObject operation : inFlight) {
            findings.require(
                    !settledState(operation).equals(UNKNOWN) || held.contains(name(operation)),
                    FaultCode.UNKNOWN_WITHOUT_HOLDER,
                    name(operation) + " is unknown, and reconciliation names nobody who holds it");
        }
    }
}
