package dev.quietus.drill.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of job states. */
class JobStateTest {

    @ParameterizedTest
    @EnumSource(JobState.class)
    void nothingLeavesAnEndedState(JobState state) {
        assertThat(JobState.TRANSITIONS.containsKey(state)).isNotEqualTo(state.ended());
    }

    @Test
    void onlyTheCommitPointLeadsToAReservation() {
        JobState.TRANSITIONS.forEach((from, row) ->
                row.forEach((event, to) -> assertThat(!from.committed() && to.committed())
                        .as("%s %s %s", from, event, to)
                        .isEqualTo(event == JobEvent.COMMITTED)));
    }

    @Test
    void aReservedJobCannotBeCancelled() {
        assertThat(JobState.RESERVED.after(JobEvent.CANCEL_HONOURED)).isEmpty();
    }
}
