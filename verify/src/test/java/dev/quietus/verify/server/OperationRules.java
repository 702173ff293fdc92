package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of each operation: S3 nothing is lost, S5 facts win, S9 one attempt at a time. */
final class OperationRules {
    private static final Set<String> STATES = Set.of(
            "awaiting_approval",
            "queued",
            "scheduled",
            "running",
            "succeeded",
            "failed",
            "rejected",
            "denied",
            "cancelled_before_start",
            "cancelled_during_execution",
            "outcome_unknown");
    private static final Set<String> EFFECTS =
            Set.of("none_expected", "unverified", "verified_present", "verified_absent", "unknown");

    private OperationRules() {}

    static void check(WholeLedger ledger) {
        everyAcceptedOperationIsThere(ledger);
        ledger.operations().values().forEach(OperationRules::isInOneState);
        attemptsAreNumberedWithoutGaps(ledger);
        nothingTakenOutStartsAfterwards(ledger);
        aReportedResultStays(ledger);
    }

    private static void everyAcceptedOperationIsThere(WholeLedger ledger) {
        Set<String> accepted = new LinkedHashSet<>();
        for (JsonObject event : ledger.events("operation_accepted")) {
            assertThat(accepted.add(WholeLedger.key(event)))
                    .as("%s was accepted twice", WholeLedger.key(event))
                    .isTrue();
        }
        for (JsonObject event : ledger.events("recovery_opened")) {
            accepted.add(event.object("data").string("recovery"));
        }
        assertThat(accepted)
                .as("accepted operations, against those that can be found")
                .containsAll(ledger.operations().keySet());
        assertThat(ledger.operations().keySet()).containsAll(accepted);
    }

    private static void isInOneState(JsonObject operation) {
        String key = WholeLedger.key(operation);
        assertThat(STATES).as("the state of %s", key).contains(operation.string("state"));
        assertThat(EFFECTS).as("the effect of %s", key).contains(operation.string("effect"));
        boolean begun = operation.has("attempt");
        assertThat(begun || !operation.string("state").equals("running"))
                .as("%s runs without an attempt", key)
                .isTrue();
        assertThat(begun || !operation.has("settled_state"))
                .as("%s is settled and never began", key)
                .isTrue();
        if (operation.optionalString("settled_state").orElse("").equals("unknown")) {
            assertThat(operation.string("held_by"))
                    .as("who holds the unknown %s", key)
                    .isNotBlank();
        }
    }

    private static void attemptsAreNumberedWithoutGaps(WholeLedger ledger) {
        Map<String, Long> last = new HashMap<>();
        for (JsonObject event : ledger.events("operation_begun")) {
            long attempt = event.object("data").integer("attempt");
            assertThat(attempt)
                    .as("the next attempt of %s", WholeLedger.key(event))
                    .isEqualTo(last.getOrDefault(WholeLedger.key(event), 0L) + 1);
            last.put(WholeLedger.key(event), attempt);
        }
        ledger.operations()
                .forEach((key, operation) -> assertThat(
                                operation.optionalInteger("attempt").orElse(0))
                        .as("the attempts of %s, against its events", key)
                        .isEqualTo(last.getOrDefault(key, 0L)));
    }

    private static void nothingTakenOutStartsAfterwards(WholeLedger ledger) {
        Set<String> takenOut = new LinkedHashSet<>();
        List<String> startedAfterwards = new ArrayList<>();
        for (JsonObject event : ledger.events()) {
            if (WholeLedger.type(event).equals("operations_cancelled")) {
                for (String key : WholeLedger.named(event)) {
                    assertThat(takenOut.add(key))
                            .as("%s was taken out twice", key)
                            .isTrue();
                }
            }
            if (WholeLedger.type(event).equals("operation_begun")
                    && takenOut.contains(WholeLedger.key(event))) {
                startedAfterwards.add(WholeLedger.key(event));
            }
        }
        assertThat(startedAfterwards).as("started after they were taken out").isEmpty();
        for (String key : takenOut) {
            assertThat(ledger.operation(key).string("state"))
                    .as("the state of %s, which was taken out", key)
                    .isEqualTo("cancelled_before_start");
        }
    }

    /** A result that was recorded is never replaced by a cancellation. */
    private static void aReportedResultStays(WholeLedger ledger) {
        Map<String, String> results = new HashMap<>();
        for (JsonObject event : ledger.events()) {
            boolean result =
                    List.of("operation_finished", "late_result").contains(WholeLedger.type(event))
                            && event.object("data").has("state");
            if (result) {
                results.put(WholeLedger.key(event), event.object("data").string("state"));
            }
        }
        results.forEach((key, state) -> {
            if (state.equals("succeeded") || state.equals("failed")) {
                assertThat(ledger.operation(key).string("state"))
                        .as("the recorded result of %s", key)
                        .isEqualTo(state);
            }
        });
    }
}
