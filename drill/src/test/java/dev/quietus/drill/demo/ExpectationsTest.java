package dev.quietus.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the story requires. */
class ExpectationsTest {
    private static final JsonObject COMMITTED = Json.parseObject("""
            {"decision":"stopped_and_quiet","run_id":"cc-run-4421",
             "requested_by":"operator:thomas",
             "authority":{"root_lease":"revoked","descendant_leases_revoked":2},
             "work":{"queued_cancelled":3,"scheduled_retries_cancelled":2,"pending_calls":0},
             "effects":{"completed_and_verified":1,"cancelled_without_effect":0,"unknown":0,
                        "ended_no_effect_expected":2},
             "late_attempts_denied":2,
             "in_flight":[{"operation_id":"reserve-preview-payments-8bc911d",
                           "settled_state":"completed_and_verified",
                           "rollback_owner":"team-deploys","effect_receipt":{"effect_id":"e"},
                           "recovery_operation":"r/o"}]}""");

    @Test
    void areMetByAReceiptThatSaysWhatHappened() {
        assertThat(Expectations.differences(COMMITTED, Race.COMMIT, 1, true)).isEmpty();
    }

    @Test
    void areNotMetByACleanReceiptForAnEffectThatIsThere() {
        assertThat(Expectations.differences(COMMITTED, Race.CLEAN, 1, true))
                .containsExactly(
                        "settled_state of the preview: expected cancelled_without_effect,"
                                + " found completed_and_verified",
                        "effects.completed_and_verified: expected 0, found 1",
                        "effects.cancelled_without_effect: expected 1, found 0",
                        "reservations at the deployment service: expected 0, found 1");
    }

    @Test
    void areNotMetByAReceiptThatDoesNotCountTheBuild() {
        assertThat(Expectations.differences(COMMITTED, Race.COMMIT, 1, false))
                .containsExactly("effects.ended_no_effect_expected: expected 1, found 2");
    }

    @Test
    void areNotMetByAReceiptThatLeavesTheCallOut() {
        assertThat(Expectations.differences(COMMITTED.without("in_flight"), Race.COMMIT, 1, true))
                .contains(
                        "settled_state of the preview: expected completed_and_verified,"
                                + " found not in flight",
                        "rollback_owner of the preview: expected team-deploys, found nobody",
                        "effect_receipt of the preview: expected there, found missing");
    }

    /** Found on a busy machine: the freed worker was refused all three before they were swept. */
    @ParameterizedTest
    @CsvSource({"1, false", "2, true", "5, true", "6, false"})
    void areMetByTheWorkerThatAsksBeforeTheSweepToo(long late, boolean met) {
        JsonObject receipt = COMMITTED.with("late_attempts_denied", JsonNumber.of(late));
        assertThat(Expectations.differences(receipt, Race.COMMIT, 1, true))
                .isEqualTo(
                        met
                                ? List.of()
                                : List.of("late_attempts_denied: expected 2, found " + late));
    }
}
