package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The inner layer: whether a receipt's decision follows from what it lists. */
final class ReceiptConsistency {

    static final String STOPPED_AND_QUIET = "stopped_and_quiet";
    static final String STOP_INCOMPLETE = "stop_incomplete";

    private static final String EVERYTHING = "everything";
    private static final String QUIET_PERIOD = "quiet_period_seconds";
    private static final List<String> STAGES = List.of(
            "generation_stopped", "dispatch_stopped", "queued_work_cancelled", "effects_settled");

    private final JsonObject receipt;
    private final Findings findings;
    private final InFlightList inFlight;
    private final Instant verifiedAt;

    private ReceiptConsistency(JsonObject receipt, Findings findings) {
        this.receipt = receipt;
        this.findings = findings;
        this.inFlight = new InFlightList(receipt, findings);
        this.verifiedAt = receipt.instant("verified_at");
    }

    static void check(JsonObject receipt, Findings findings) {
        int before = findings.faultCount();
        String decision = receipt.string("decision");
        ReceiptConsistency consistency = new ReceiptConsistency(receipt, findings);
        consistency.checkShape();
        consistency.checkStages();
        consistency.checkCounts();
        switch (decision) {
            case STOPPED_AND_QUIET -> consistency.checkStoppedAndQuiet();
            case STOP_INCOMPLETE -> consistency.checkStopIncomplete();
            default ->
                findings.fault(
                        FaultCode.DECISION_UNKNOWN,
                        "decision: expected stopped_and_quiet or stop_incomplete, found "
                                + decision);
        }
        if (findings.faultCount() == before) {
            findings.passed(
                    "the decision " + decision + " follows from the counts, operations and times");
            consistency.note();
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
        checkRevision();
    }

    private void checkRevision() {
        long revision = receipt.integer("revision");
        OptionalLong supersedes = receipt.optionalInteger("supersedes");
        findings.require(
                revision >= 1,
                FaultCode.RECEIPT_MALFORMED,
                "revision: expected 1 or more, found " + revision);
        findings.require(
                supersedes.orElse(0) == revision - 1,
                FaultCode.RECEIPT_MALFORMED,
                "supersedes: revision " + revision + " follows on " + (revision - 1) + ", found "
                        + (supersedes.isPresent() ? supersedes.getAsLong() : "nothing"));
    }

    private void checkStages() {
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
        JsonObject effects = receipt.object("effects");
        Map<String, Long> counted = new LinkedHashMap<>();
        long settled = 0;
        for (String state : InFlightList.SETTLED) {
            // This one may be left out; then there is none.
            long count = state.equals(InFlightList.ENDED)
                    ? effects.optionalInteger(state).orElse(0)
                    : effects.integer(state);
            counted.put(state, count);
            settled += count;
        }
        counted.put(InFlightList.UNKNOWN, effects.integer(InFlightList.UNKNOWN));
        long told = receipt.object("work").integer("in_flight_settled");
        findings.require(
                told == settled,
                FaultCode.COUNTS_DISAGREE,
                "work.in_flight_settled is " + told + ", effects count " + settled + " as settled");
        inFlight.checkCounts(counted, pending());
    }

    private long pending() {
        return receipt.object("work").optionalInteger("pending_calls").orElse(0);
    }

    private void checkStoppedAndQuiet() {
        long unknown = receipt.object("effects").integer(InFlightList.UNKNOWN);
        findings.require(
                unknown == 0,
                FaultCode.UNKNOWN_OUTCOMES,
                "stopped_and_quiet with effects.unknown " + unknown);
        findings.require(
                pending() == 0,
                FaultCode.CALLS_PENDING,
                "stopped_and_quiet with work.pending_calls " + pending());
        checkAuthority();
        JsonObject stages = receipt.object("stages");
        for (String stage : STAGES) {
            findings.require(
                    stages.optionalInstant(stage).isPresent(),
                    FaultCode.STAGES_INCONSISTENT,
                    "stopped_and_quiet without a time in stages." + stage);
        }
        Instant quietAt = checkQuiet();
        inFlight.checkSettled();
        inFlight.checkEffects(Optional.of(quietAt));
        inFlight.checkHolders();
    }

    /** A stop of everything takes the run's lease; a narrower one leaves the run its lease. */
    private void checkAuthority() {
        JsonObject authority = receipt.object("authority");
        String lease = authority.string("root_lease");
        String selector = selector();
        boolean narrower = selector.startsWith("operation:") || selector.startsWith("tool:");
        findings.require(
                narrower || selector.equals(EVERYTHING),
                FaultCode.RECEIPT_MALFORMED,
                "selector: expected everything, operation:… or tool:…, found " + selector);
        findings.require(
                narrower || lease.equals("revoked"),
                FaultCode.LEASE_NOT_REVOKED,
                "authority.root_lease: expected revoked, found " + lease);
        long active = authority.optionalInteger("active_leases").orElse(0);
        findings.require(
                active == 0,
                FaultCode.LEASE_NOT_REVOKED,
                "stopped_and_quiet with authority.active_leases " + active);
    }

    private String selector() {
        return receipt.optionalString("selector").orElse(EVERYTHING);
    }

    /** When the quiet period was over, by the receipt's own times. */
    private Instant checkQuiet() {
        Instant lastActivity = receipt.instant("last_activity_at");
        long quietSeconds = receipt.integer(QUIET_PERIOD);
        boolean sound = findings.require(
                quietSeconds >= 0 && quietSeconds <= Duration.ofDays(36_500).toSeconds(),
                FaultCode.RECEIPT_MALFORMED,
                QUIET_PERIOD + ": expected 0 or more, found " + quietSeconds);
        Instant quietAt = sound ? lastActivity.plusSeconds(quietSeconds) : lastActivity;
        findings.require(
                !verifiedAt.isBefore(quietAt),
                FaultCode.QUIET_PERIOD_NOT_OVER,
                "verified_at is " + Duration.between(lastActivity, verifiedAt).toMillis()
                        + " ms after last_activity_at, the quiet period is " + quietSeconds + " s");
        return quietAt;
    }

    private void checkStopIncomplete() {
        long unknown = receipt.object("effects").integer(InFlightList.UNKNOWN);
        findings.require(
                unknown > 0 || pending() > 0,
                FaultCode.NOTHING_OPEN,
                "stop_incomplete with no unknown outcome and no pending call");
        inFlight.checkEffects(Optional.empty());
        inFlight.checkHolders();
    }

    /** What a reader of "valid" must know besides. */
    private void note() {
        if (!selector().equals(EVERYTHING)) {
            findings.passed("the stop was of " + selector() + " only: the run keeps its lease");
        }
        inFlight.note();
    }

    /** The persons who hold unknown outcomes, by the name of the operation. */
    static Map<String, String> holders(JsonObject receipt) {
        Map<String, String> held = new LinkedHashMap<>();
        for (JsonObject entry : receipt.optionalArray("reconciliation")
                .orElse(JsonArray.empty())
                .objects()) {
            held.put(
                    InFlightList.name(receipt, entry),
                    entry.optionalString("held_by").orElse(""));
        }
        return held;
    }
}
