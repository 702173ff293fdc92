package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stop receipt with its members in the order in which people read them: first those that every
 * stop receipt is defined by, in the order of their definition, then what Quietus adds. What was
 * signed has its members in the order of their names.
 */
public final class ReceiptText {

    private static final Map<String, List<String>> ORDER = Map.of(
            "stop_receipt",
            List.of(
                    "barrier_id",
                    "run_id",
                    "authority",
                    "work",
                    "effects",
                    "last_settled_at",
                    "quiet_period_seconds",
                    "verified_at",
                    "decision",
                    "requested_at",
                    "requested_by",
                    "reason",
                    "selector",
                    "stages",
                    "in_flight",
                    "reconciliation",
                    "late_attempts_denied",
                    "last_activity_at",
                    "revision",
                    "supersedes",
                    "evidence"),
            "authority",
            List.of("root_lease", "descendant_leases_revoked", "current_epoch"),
            "work",
            List.of("queued_cancelled", "in_flight_settled", "scheduled_retries_cancelled"),
            "effects",
            List.of("completed_and_verified", "cancelled_without_effect", "unknown"),
            "stages",
            List.of(
                    "generation_stopped",
                    "dispatch_stopped",
                    "queued_work_cancelled",
                    "effects_settled"),
            "in_flight",
            List.of(
                    "operation_id",
                    "tool",
                    "provider_job",
                    "state_at_barrier",
                    "cancellation",
                    "effect_check",
                    "settled_state"),
            "cancellation",
            List.of("requested_at", "provider_response"),
            "effect_check",
            List.of("expected_absence", "observed", "checked_at"),
            "reconciliation",
            List.of("operation_id", "run_id", "held_by", "why", "since"),
            "evidence",
            List.of("tree_id", "event_count", "head_hash"));

    private ReceiptText() {}

    /** The receipt under its name {@code stop_receipt}, in reading order. */
    public static JsonObject ordered(JsonObject receipt) {
        return JsonObject.builder()
                .put("stop_receipt", ordered("stop_receipt", receipt))
                .build();
    }

    private static JsonObject ordered(String name, JsonObject object) {
        Set<String> names = new LinkedHashSet<>(ORDER.getOrDefault(name, List.of()));
        names.addAll(object.asMap().keySet());
        JsonObject.Builder built = JsonObject.builder();
        for (String member : names) {
            object.member(member).ifPresent(value -> built.put(member, ordered(member, value)));
        }
        return built.build();
    }

    private static JsonValue ordered(String name, JsonValue value) {
        if (value instanceof JsonObject object) {
            return ordered(name, object);
        }
        if (value instanceof JsonArray array) {
            List<JsonValue> elements = new ArrayList<>();
            array.values().forEach(element -> elements.add(ordered(name, element)));
            return JsonArray.of(elements);
        }
        return value;
    }
}
