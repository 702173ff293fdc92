package dev.quietus.client.receipt;

import static dev.quietus.client.receipt.TestingReceipt.INCOMPLETE;
import static dev.quietus.client.receipt.TestingReceipt.QUIET;
import static dev.quietus.client.receipt.TestingReceipt.checks;
import static dev.quietus.client.receipt.TestingReceipt.drop;
import static dev.quietus.client.receipt.TestingReceipt.dropInEntry;
import static dev.quietus.client.receipt.TestingReceipt.entry;
import static dev.quietus.client.receipt.TestingReceipt.faults;
import static dev.quietus.client.receipt.TestingReceipt.set;
import static dev.quietus.client.receipt.TestingReceipt.text;
import static dev.quietus.client.receipt.TestingReceipt.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a signed receipt may say what it says. */
class ReceiptConsistencyTest {

    /** A member of a sound receipt, what it is changed to, and the only fault that makes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            decision              | "stopped"   | decision_unknown
            work.pending_calls    | 1           | calls_pending
            work.in_flight_settled| 3           | counts_disagree
            effects.completed_and_verified | "1" | receipt_malformed
            authority.root_lease  | "active"    | lease_not_revoked
            authority.active_leases | 1         | lease_not_revoked
            selector              | "nothing"   | receipt_malformed
            revision              | 0           | receipt_malformed
            revision              | 3           | receipt_malformed
            supersedes            | 2           | receipt_malformed
            evidence.event_count  | 2           | head_hash_differs
            stages.generation_stopped | "2026-08-16T10:52:00Z" | stages_inconsistent
            stages.effects_settled | null       | stages_inconsistent
            stages.queued_work_cancelled | null | stages_inconsistent
            quiet_period_seconds  | -1          | receipt_malformed
            last_activity_at      | "yesterday" | receipt_malformed
            verified_at           | null        | receipt_malformed
            in_flight             | {}          | receipt_malformed
            """)
    void namesTheFaultOf(String member, String value, String code) {
        List<String> faults = faults(verify(set(QUIET, member, Json.parse(value))));
        assertThat(faults.get(0)).startsWith(code + ": ");
        assertThat(faults).allMatch(fault -> fault.startsWith(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "barrier_id",
                "run_id",
                "revision",
                "authority",
                "authority.root_lease",
                "work",
                "work.in_flight_settled",
                "effects",
                "effects.unknown",
                "stages",
                "evidence.tree_id",
                "last_activity_at",
                "quiet_period_seconds",
                "verified_at",
                "decision"
            })
    void needs(String member) {
        assertThat(faults(verify(drop(QUIET, member))))
                .anyMatch(fault -> fault.startsWith("receipt_malformed: "));
    }

    @Test
    void takesTheReceiptOfANarrowerStop() {
        for (String selector : List.of("operation:preview", "tool:deployment.*")) {
            JsonObject receipt = set(
                    set(QUIET, "selector", text(selector)), "authority.root_lease", text("active"));
            assertThat(checks(verify(receipt)))
                    .contains("the stop was of " + selector + " only: the run keeps its lease");
        }
    }

    @Test
    void takesAReceiptWithoutWhatIsNotNeeded() {
        JsonObject receipt = drop(drop(QUIET, "selector"), "authority.active_leases");
        receipt = set(drop(receipt, "supersedes"), "revision", JsonNumber.of(1));
        assertThat(checks(verify(receipt))).isNotEmpty();
        JsonObject empty = set(
                receipt,
                "effects",
                Json.parse("{\"completed_and_verified\":0,"
                        + "\"cancelled_without_effect\":0,\"unknown\":0}"));
        empty = set(empty, "work", Json.parse("{\"in_flight_settled\":0}"));
        assertThat(checks(verify(drop(empty, "in_flight")))).isNotEmpty();
    }

    @Test
    void countsWhatItLists() {
        assertThat(faults(verify(set(QUIET, "effects.ended_no_effect_expected", number(0)))))
                .containsExactly(
                        "counts_disagree: work.in_flight_settled is 4, effects count 3 as settled",
                        "counts_disagree: effects.ended_no_effect_expected is 0, in_flight lists"
                                + " 1");
        assertThat(faults(verify(set(QUIET, "effects.unknown", number(1)))))
                .containsExactly(
                        "counts_disagree: effects.unknown is 1, in_flight lists 0",
                        "unknown_outcomes: stopped_and_quiet with effects.unknown 1");
        assertThat(faults(verify(entry(QUIET, 3, "operation_id", text("preview")))))
                .containsExactly("counts_disagree: in_flight: r/preview is listed more than once");
        assertThat(faults(verify(entry(QUIET, 3, "settled_state", text("fine")))))
                .containsExactly(
                        "receipt_malformed: r/ask has the settled state fine",
                        "counts_disagree: effects.ended_no_effect_expected is 1, in_flight lists"
                                + " 0");
    }

    @Test
    void findsAnOperationThatIsNotSettled() {
        assertThat(faults(verify(dropInEntry(QUIET, 3, "settled_state"))))
                .containsExactly(
                        "counts_disagree: effects.ended_no_effect_expected is 1, in_flight lists 0",
                        "counts_disagree: work.pending_calls is 0, in_flight lists 1",
                        "operation_not_settled: r/ask is not settled");
    }

    @Test
    void listsAtMostFiveThousandAndCountsAll() {
        JsonObject one = QUIET.array("in_flight").object(3);
        List<JsonObject> many = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            many.add(one.with("operation_id", text("op-" + i)));
        }
        JsonObject receipt = set(
                QUIET,
                "effects",
                Json.parse("{\"completed_and_verified\":7,"
                        + "\"cancelled_without_effect\":0,\"ended_no_effect_expected\":6000,"
                        + "\"unknown\":0}"));
        receipt = set(receipt, "work.in_flight_settled", number(6_007));
        JsonObject full = receipt.with("in_flight", JsonArray.of(many));
        assertThat(checks(verify(full)))
                .contains("not checked: operations beyond the 5000 that are listed; they are"
                        + " counted only");
        assertThat(faults(verify(set(full, "effects.ended_no_effect_expected", number(4_999)))))
                .contains("counts_disagree: effects.ended_no_effect_expected is 4999, in_flight"
                        + " lists 5000");
        JsonObject shorter = receipt.with("in_flight", JsonArray.of(many.subList(0, 4_999)));
        assertThat(faults(verify(shorter)))
                .containsExactly(
                        "counts_disagree: effects.completed_and_verified is 7, in_flight lists 0",
                        "counts_disagree: effects.ended_no_effect_expected is 6000, in_flight lists"
                                + " 4999");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "observed, \"present\", effect_contradicts",
                "observed, \"not_known\", effect_contradicts",
                "observed, null, effect_contradicts",
                "checked_at, \"2026-08-16T10:51:04.232Z\", effect_contradicts",
                "checked_at, \"2026-08-16T10:51:39.803Z\", effect_unconfirmed",
                "checked_at, null, receipt_malformed"
            })
    void believesNoAbsenceThatWasNotShown(String member, String value, String code) {
        JsonObject spoilt = entry(QUIET, 0, "effect_check." + member, Json.parse(value));
        assertThat(faults(verify(spoilt)).get(0)).startsWith(code + ": ");
    }

    @Test
    void believesNoAbsenceThatNobodyLookedFor() {
        assertThat(faults(verify(dropInEntry(QUIET, 0, "effect_check"))))
                .containsExactly("effect_contradicts: r/preview is called cancelled_without_effect,"
                        + " observed was nothing");
        assertThat(faults(verify(entry(QUIET, 1, "settled_by", text("worker:w")))))
                .containsExactly("effect_contradicts: r-child/mail is called"
                        + " cancelled_without_effect, observed was not_known");
    }

    @Test
    void takesAnAbsenceThatIsNotConfirmedYetWhileTheStopIsIncomplete() {
        JsonObject early =
                entry(INCOMPLETE, 0, "effect_check.checked_at", text("2026-08-16T10:51:09.804Z"));
        assertThat(checks(verify(early))).isNotEmpty();
        assertThat(checks(verify(entry(early, 0, "effect_check.observed", text("not_known")))))
                .isNotEmpty();
        assertThat(faults(verify(entry(early, 0, "effect_check.observed", text("present")))))
                .singleElement()
                .asString()
                .startsWith("effect_contradicts: ");
    }

    @Test
    void needsTheReceiptAndTheOwnerOfAnEffectThatHappened() {
        String fault = "effect_receipt_missing: r-child/ticket was completed, without an"
                + " effect_receipt and a rollback_owner";
        assertThat(faults(verify(dropInEntry(QUIET, 2, "effect_receipt")))).containsExactly(fault);
        assertThat(faults(verify(entry(QUIET, 2, "rollback_owner", text(" ")))))
                .containsExactly(fault);
    }

    @Test
    void needsTheQuietPeriodToBeOver() {
        assertThat(faults(verify(set(QUIET, "quiet_period_seconds", number(31)))))
                .startsWith("quiet_period_not_over: verified_at is 30117 ms after"
                        + " last_activity_at, the quiet period is 31 s");
        assertThat(faults(verify(set(QUIET, "quiet_period_seconds", number(Long.MAX_VALUE)))))
                .singleElement()
                .asString()
                .startsWith("receipt_malformed: quiet_period_seconds: ");
    }

    @Test
    void needsANameOnEveryUnknownAndOnNothingElse() {
        assertThat(faults(verify(set(INCOMPLETE, "reconciliation", JsonArray.empty()))))
                .containsExactly("unknown_without_holder: r-child/mail is unknown, and"
                        + " reconciliation names nobody who holds it");
        JsonObject held = INCOMPLETE.array("reconciliation").object(0);
        JsonValue blank = JsonArray.of(List.of(held.with("held_by", text(" "))));
        assertThat(faults(verify(set(INCOMPLETE, "reconciliation", blank)))).hasSize(1);
        JsonValue two = JsonArray.of(List.of(held, held.with("operation_id", text("ask"))));
        assertThat(faults(verify(set(INCOMPLETE, "reconciliation", two))))
                .containsExactly("counts_disagree: reconciliation names r-child/ask, which"
                        + " in_flight does not list as unknown");
    }

    @Test
    void findsAnIncompleteStopThatLacksNothing() {
        assertThat(faults(verify(set(QUIET, "decision", text("stop_incomplete")))))
                .containsExactly("nothing_open: stop_incomplete with no unknown outcome and no"
                        + " pending call");
        JsonObject waiting = set(QUIET, "work.pending_calls", number(2));
        assertThat(checks(verify(set(waiting, "decision", text("stop_incomplete")))))
                .isNotEmpty();
    }

    private static JsonNumber number(long value) {
        return JsonNumber.of(value);
    }
}
