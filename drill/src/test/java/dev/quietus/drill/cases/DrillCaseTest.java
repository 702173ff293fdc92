package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The list of cases. */
class DrillCaseTest {

    @Test
    void hasTheNamesAndExpectationsOfTheSourceInItsOrder() {
        assertThat(Arrays.stream(DrillCase.values())
                        .map(each -> each.word() + " -> " + each.expect()))
                .containsExactly(
                        "queued_call_starts_after_parent_revocation -> deny_parent_revoked",
                        "provider_commits_during_cancel_request -> completed_and_verified",
                        "cancellation_worker_crashes_mid_barrier -> resume_from_durable_barrier",
                        "delayed_retry_fires_after_revocation -> deny_stale_epoch",
                        "provider_status_unavailable -> stop_incomplete_unknown_outcome",
                        "child_run_misses_parent_notification -> deny_on_gateway_authority_check");
    }

    @Test
    void namesAllCasesToWhoeverAsksForAnotherOne() {
        assertThatThrownBy(() -> DrillCase.of("queued_call"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no case is called 'queued_call'")
                .hasMessageContaining("provider_status_unavailable")
                .hasMessageContaining("child_run_misses_parent_notification");
    }

    @Test
    void makesAFreshExerciseOfEachCase() {
        for (DrillCase each : DrillCase.values()) {
            assertThat(each.exercise()).isNotSameAs(each.exercise());
            assertThat(DrillCase.of(each.word())).isEqualTo(each);
        }
    }
}
