package dev.quietus.drill.demo;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A receipt's members in the order in which people read them: the source's own first, in its order,
 * the decision last. The signed text has them in the order of their names.
 */
final class ReceiptOrder {
    private static final List<String> FIRST = List.of(
            "barrier_id",
            "run_id",
            "operation_id",
            "tool",
            "provider_job",
            "revision",
            "supersedes",
            "selector",
            "requested_at",
            "requested_by",
            "reason",
            "authority",
            "root_lease",
            "lease",
            "descendant_leases_revoked",
            "active_leases",
            "current_epoch",
            "work",
            "queued_cancelled",
            "in_flight_settled",
            "scheduled_retries_cancelled",
            "effects",
            "completed_and_verified",
            "cancelled_without_effect",
            "unknown",
            "stages",
            "dispatch_stopped",
            "queued_work_cancelled",
            "generation_stopped",
            "effects_settled",
            "in_flight",
            "state_at_barrier",
            "cancellation",
            "effect_check",
            "settled_state",
            "settled_at",
            "settled_by");

    private static final List<String> LAST = List.of(
            "evidence",
            "last_settled_at",
            "last_activity_at",
            "quiet_period_seconds",
            "verified_at",
            "decision");

    private ReceiptOrder() {}

    /** The same object with its members in that order, and those of everything in it. */
    static JsonObject asInTheSource(JsonObject object) {
        JsonObject.Builder ordered = JsonObject.builder();
        for (String name : names(object.asMap())) {
            object.member(name).ifPresent(value -> ordered.put(name, inside(value)));
        }
        return ordered.build();
    }

    private static List<String> names(Map<String, JsonValue> members) {
        Set<String> others = new TreeSet<>(members.keySet());
        FIRST.forEach(others::remove);
        LAST.forEach(others::remove);
        List<String> names = new ArrayList<>(FIRST);
        names.addAll(others);
        names.addAll(LAST);
        return names;
    }

    private static JsonValue inside(JsonValue value) {
        return switch (value) {
            case JsonObject object -> asInTheSource(object);
            case JsonArray array ->
                JsonArray.of(array.values().stream().map(ReceiptOrder::inside).toList());
            case JsonValue other -> other;
        };
    }
}
