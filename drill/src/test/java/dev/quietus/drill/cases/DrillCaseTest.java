package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The list of cases. */
class DrillCaseTest {

    @Test
    void beginsWithTheNamesAndExpectationsOfTheSourceInItsOrder() {
        assertThat(Arrays.stream(DrillCase.values())
                        .limit(6)
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
    void hasAnExerciseOfItsOwnForEachCase() {
        assertThat(Arrays.stream(DrillCase.values()).map(DrillCase::exercise))
                .doesNotHaveDuplicates()
                .hasSize(22);
        for (DrillCase each : DrillCase.values()) {
            assertThat(DrillCase.of(each.word())).isEqualTo(each);
        }
    }

    @Test
    void fitsIntoTheColumnsOfTheTable() {
        for (DrillCase each : DrillCase.values()) {
            assertThat(each.word()).hasSizeBetween(20, 43);
            assertThat(each.expect()).hasSizeLessThanOrEqualTo(32);
        }
    }

    @Test
    void givesTheCasesThatKillTheirServerTimeForItsStarts() {
        assertThat(Arrays.stream(DrillCase.values()).filter(DrillCase::killsServer))
                .containsExactly(
                        DrillCase.CANCELLATION_WORKER_CRASHES_MID_BARRIER,
                        DrillCase.SERVER_IS_KILLED_AFTER_EACH_BARRIER_STEP)
                .allSatisfy(each -> assertThat(each.deadline())
                        .isGreaterThan(DrillCase.FINISHED_RUN_IS_STOPPED.deadline()));
    }
}
