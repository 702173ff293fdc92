package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a chain of events says of the step at which a kill found a barrier. */
class FleetTest {
    private static final Instant START = Instant.parse("2026-08-16T10:51:00.000Z");

    private final List<JsonObject> events = List.of(
            event(0, "run_registered", ""),
            event(1, "stop_requested", ""),
            event(2, "operations_cancelled", ""),
            event(3, "barrier_moved", "signalling"),
            event(4, "barrier_moved", "settling"),
            event(5, "barrier_moved", ""),
            event(6, "barrier_moved", "quiet"),
            event(7, "late_result", "succeeded"),
            event(8, "receipt_issued", ""));

    @Test
    void isTheLastStepThatWasCommittedByThen() {
        assertThat(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8).stream()
                        .map(second -> Fleet.stepAt(events, START.plusSeconds(second))))
                .containsExactly(
                        "running",
                        "requested",
                        "sweeping",
                        "signalling",
                        "settling",
                        "settling",
                        "quiet",
                        "quiet",
                        "certified");
    }

    @Test
    void doesNotDependOnWhatCameLater() {
        assertThat(Fleet.stepAt(events, START.plusMillis(2_999))).isEqualTo("sweeping");
    }

    private static JsonObject event(int second, String type, String state) {
        JsonObject.Builder data = JsonObject.builder();
        if (!state.isEmpty()) {
            data.put("state", state);
        }
        return JsonObject.builder()
                .put("at", START.plusSeconds(second))
                .put("type", type)
                .put("data", data.build())
                .build();
    }
}
