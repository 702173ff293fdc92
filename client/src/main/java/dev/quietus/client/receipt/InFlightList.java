package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The operations that a receipt lists as in flight: how each came out, and whether its entry bears
 * that out. A receipt lists at most {@value #MOST_LISTED} of them and counts them all.
 */
final class InFlightList {

    static final String COMPLETED = "completed_and_verified";
    static final String WITHOUT_EFFECT = "cancelled_without_effect";
    static final String ENDED = "ended_no_effect_expected";
    static final String UNKNOWN = "unknown";
    static final List<String> SETTLED = List.of(COMPLETED, WITHOUT_EFFECT, ENDED);

    private static final String PENDING = "pending";
    private static final Set<String> STATES =
            Set.of(COMPLETED, WITHOUT_EFFECT, ENDED, UNKNOWN, PENDING);
    private static final int MOST_LISTED = 5_000;
    private static final int MOST_NAMED = 10;
    private static final String A_PERSON = "operator:";

    private final JsonObject receipt;
    private final Findings findings;
    private final List<JsonObject> entries;

    InFlightList(JsonObject receipt, Findings findings) {
        this.receipt = receipt;
        this.findings = findings;
        this.entries =
                receipt.optionalArray("in_flight").orElse(JsonArray.empty()).objects();
    }

    /** Run and operation of an entry, for people and as a key. */
    static String name(JsonObject receipt, JsonObject entry) {
        return entry.optionalString("run_id").orElseGet(() -> receipt.string("run_id")) + "/"
                + entry.string("operation_id");
    }

    private String name(JsonObject entry) {
        return name(receipt, entry);
    }

    private static String state(JsonObject entry) {
        return entry.optionalString("settled_state").orElse(PENDING);
    }

    /** Compares the list with the counts by settled state and with the pending calls. */
    void checkCounts(Map<String, Long> counted, long pending) {
        Map<String, Long> listed = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (JsonObject entry : entries) {
            listed.merge(state(entry), 1L, Long::sum);
            findings.require(
                    seen.add(name(entry)),
                    FaultCode.COUNTS_DISAGREE,
                    "in_flight: " + name(entry) + " is listed more than once");
            findings.require(
                    STATES.contains(state(entry)),
                    FaultCode.RECEIPT_MALFORMED,
                    name(entry) + " has the settled state " + state(entry));
        }
        counted.forEach((state, count) -> {
            long found = listed.getOrDefault(state, 0L);
            findings.require(
                    isCut() ? count >= found : count == found,
                    FaultCode.COUNTS_DISAGREE,
                    "effects." + state + " is " + count + ", in_flight lists " + found);
        });
        long open = listed.getOrDefault(PENDING, 0L);
        findings.require(
                open <= pending,
                FaultCode.COUNTS_DISAGREE,
                "work.pending_calls is " + pending + ", in_flight lists " + open);
    }

    /** A full list may be the beginning of a longer one. */
    private boolean isCut() {
        return entries.size() >= MOST_LISTED;
    }

    /** Everything must have an outcome. */
    void checkSettled() {
        for (JsonObject entry : entries) {
            findings.require(
                    !state(entry).equals(PENDING),
                    FaultCode.OPERATION_NOT_SETTLED,
                    name(entry) + " is not settled");
        }
    }

    /**
     * S4, no invented outcome: without effect only if one was looked for afterwards, and not seen.
     *
     * @param quietAt when the quiet period was over, where that is claimed: then each must have
     *     been looked for once more
     */
    void checkEffects(Optional<Instant> quietAt) {
        for (JsonObject entry : entries) {
            if (state(entry).equals(WITHOUT_EFFECT) && !isByHand(entry)) {
                checkAbsence(entry, quietAt);
            }
            if (state(entry).equals(COMPLETED)) {
                findings.require(
                        entry.optionalObject("effect_receipt").isPresent()
                                && !entry.optionalString("rollback_owner")
                                        .orElse("")
                                        .isBlank(),
                        FaultCode.EFFECT_RECEIPT_MISSING,
                        name(entry) + " was completed, without an effect_receipt and a"
                                + " rollback_owner");
            }
        }
    }

    private void checkAbsence(JsonObject entry, Optional<Instant> quietAt) {
        Optional<JsonObject> check = entry.optionalObject("effect_check");
        String observed = check.flatMap(seen -> seen.optionalString("observed")).orElse("nothing");
        boolean shown =
                observed.equals("none") || quietAt.isEmpty() && observed.equals("not_known");
        boolean looked = findings.require(
                shown,
                FaultCode.EFFECT_CONTRADICTS,
                name(entry) + " is called cancelled_without_effect, observed was " + observed);
        if (!looked || check.isEmpty()) {
            return;
        }
        Instant checkedAt = check.get().instant("checked_at");
        Optional<Instant> asked = entry.optionalObject("cancellation")
                .flatMap(cancellation -> cancellation.optionalInstant("requested_at"));
        findings.require(
                asked.isEmpty() || !checkedAt.isBefore(asked.get()),
                FaultCode.EFFECT_CONTRADICTS,
                name(entry) + " was checked before its cancellation was requested");
        findings.require(
                quietAt.isEmpty() || !checkedAt.isBefore(quietAt.get()),
                FaultCode.EFFECT_UNCONFIRMED,
                name(entry) + " was not looked at again after the quiet period, but last at "
                        + checkedAt);
    }

    private static boolean isByHand(JsonObject entry) {
        return entry.optionalString("settled_by").orElse("").startsWith(A_PERSON);
    }

    /** Every unknown is in somebody's hands, and nothing else is. */
    void checkHolders() {
        Map<String, String> holders = ReceiptConsistency.holders(receipt);
        Set<String> unknown = new HashSet<>();
        for (JsonObject entry : entries) {
            if (state(entry).equals(UNKNOWN)) {
                unknown.add(name(entry));
                findings.require(
                        !holders.getOrDefault(name(entry), "").isBlank(),
                        FaultCode.UNKNOWN_WITHOUT_HOLDER,
                        name(entry) + " is unknown, and reconciliation names nobody who holds it");
            }
        }
        for (String held : holders.keySet()) {
            findings.require(
                    unknown.contains(held),
                    FaultCode.COUNTS_DISAGREE,
                    "reconciliation names " + held + ", which in_flight does not list as unknown");
        }
    }

    /** What a valid receipt leaves to trust. */
    void note() {
        List<String> byHand = new ArrayList<>();
        for (JsonObject entry : entries) {
            if (isByHand(entry)) {
                byHand.add(name(entry) + " by " + entry.string("settled_by"));
            }
        }
        if (!byHand.isEmpty()) {
            String more = byHand.size() > MOST_NAMED ? " and more" : "";
            findings.passed(byHand.size() + " outcomes rest on the word of a person: "
                    + String.join(", ", byHand.subList(0, Math.min(MOST_NAMED, byHand.size())))
                    + more);
        }
        if (isCut()) {
            findings.passed("not checked: operations beyond the " + entries.size()
                    + " that are listed; they are counted only");
        }
    }
}
