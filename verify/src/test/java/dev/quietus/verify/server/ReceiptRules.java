package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What must hold of receipts beyond what their verifier checks: S6 the receipt means it, and its
 * counts are those of the events before it, nothing twice and nothing left out.
 */
final class ReceiptRules {
    private static final Set<String> ACTIVITY =
            Set.of("late_attempt_denied", "late_result", "operation_finished", "operation_settled");

    private final WholeLedger ledger;
    private final JsonObject receipt;
    private final List<JsonObject> before;

    private ReceiptRules(WholeLedger ledger, JsonObject receipt) {
        this.ledger = ledger;
        this.receipt = receipt;
        JsonObject evidence = receipt.object("evidence");
        this.before = ledger.events().stream()
                .filter(event -> event.string("tree_id").equals(evidence.string("tree_id")))
                .filter(event -> event.integer("seq") <= evidence.integer("event_count"))
                .toList();
    }

    static void check(WholeLedger ledger) {
        Map<String, Long> revisions = new HashMap<>();
        for (JsonObject receipt : ledger.receipts()) {
            new ReceiptRules(ledger, receipt).check();
            String barrier = receipt.string("barrier_id");
            long before = revisions.getOrDefault(barrier, 0L);
            assertThat(receipt.integer("revision")).isEqualTo(before + 1);
            assertThat(receipt.optionalInteger("supersedes"))
                    .isEqualTo(before == 0 ? OptionalLong.empty() : OptionalLong.of(before));
            revisions.put(barrier, receipt.integer("revision"));
        }
        ledger.barriers()
                .forEach((id, barrier) -> assertThat(barrier.integer("revision"))
                        .as("the revision of %s", id)
                        .isEqualTo(revisions.getOrDefault(id, 0L)));
    }

    private void check() {
        if (receipt.string("decision").equals("stopped_and_quiet")) {
            nothingIsOpen();
            nothingMovedInTheQuietPeriod();
        } else {
            everyUnknownHasAName();
        }
        countsAreThoseOfTheEvents();
    }

    private void nothingIsOpen() {
        assertThat(receipt.object("effects").integer("unknown")).isZero();
        assertThat(receipt.object("work").integer("pending_calls")).isZero();
        assertThat(receipt.object("authority").integer("active_leases")).isZero();
        assertThat(receipt.array("reconciliation").size()).isZero();
        assertThat(receipt.object("stages").asMap().keySet())
                .containsExactlyInAnyOrder(
                        "generation_stopped",
                        "dispatch_stopped",
                        "queued_work_cancelled",
                        "effects_settled");
    }

    private void nothingMovedInTheQuietPeriod() {
        Instant quietSince = receipt.instant("last_activity_at");
        assertThat(receipt.instant("verified_at"))
                .isAfterOrEqualTo(quietSince.plus(
                        Duration.ofSeconds(receipt.integer("quiet_period_seconds"))));
        assertThat(before.stream()
                        .filter(event -> ACTIVITY.contains(WholeLedger.type(event)))
                        .filter(event -> event.optionalString("barrier_id")
                                .equals(receipt.optionalString("barrier_id")))
                        .filter(event -> event.instant("at").isAfter(quietSince)))
                .as("moved in the quiet period of %s", receipt.string("barrier_id"))
                .isEmpty();
        receipt.optionalInstant("last_settled_at")
                .ifPresent(last -> assertThat(last).isBeforeOrEqualTo(quietSince));
    }

    private void everyUnknownHasAName() {
        assertThat(receipt.array("reconciliation").objects())
                .as("who holds the unknowns")
                .isNotEmpty()
                .allSatisfy(held -> assertThat(held.string("held_by")).isNotBlank());
    }

    private void countsAreThoseOfTheEvents() {
        String barrier = receipt.string("barrier_id");
        Set<String> takenOut = new HashSet<>();
        Set<String> takenIn = new HashSet<>();
        long late = 0;
        long revoked = 0;
        for (JsonObject event : before) {
            if (!event.optionalString("barrier_id").orElse("").equals(barrier)) {
                continue;
            }
            switch (WholeLedger.type(event)) {
                case "operations_cancelled" -> takenOut.addAll(WholeLedger.named(event));
                case "in_flight_captured" -> takenIn.addAll(WholeLedger.named(event));
                case "late_attempt_denied" -> late++;
                case "descendants_revoked" ->
                    revoked += event.object("data").array("runs").size();
                default -> {
                    // Nothing else is counted.
                }
            }
        }
        JsonObject work = receipt.object("work");
        assertThat(work.integer("queued_cancelled")
                        + work.integer("scheduled_retries_cancelled")
                        + work.integer("timers_cancelled")
                        + work.integer("approvals_cancelled"))
                .as("taken out by %s, against its events", barrier)
                .isEqualTo(takenOut.size());
        assertThat(receipt.array("in_flight").objects().stream().map(WholeLedger::key))
                .as("in flight at %s, against its events", barrier)
                .containsExactlyInAnyOrderElementsOf(takenIn);
        assertThat(receipt.integer("late_attempts_denied"))
                .as("late attempts at %s, against its events", barrier)
                .isGreaterThanOrEqualTo(late);
        assertThat(receipt.object("authority").integer("descendant_leases_revoked"))
                .isEqualTo(revoked);
        assertThat(ledger.barriers()).containsKey(barrier);
    }
}
