package dev.quietus.drill.cases;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/** Looks into a receipt without a complaint where something is missing: that is a finding. */
final class Receipts {
    /** What is found where nothing is. */
    static final String MISSING = "missing";

    private Receipts() {}

    /** A word of the receipt, or of an object in it. */
    static String word(JsonObject object, String name) {
        return object.optionalString(name).orElse(MISSING);
    }

    /** A number of a part of the receipt; -1 where there is none. */
    static long count(JsonObject receipt, String part, String name) {
        return receipt.optionalObject(part)
                .map(found -> found.optionalInteger(name).orElse(-1))
                .orElse(-1L);
    }

    /** An object in an object; empty where there is none. */
    static JsonObject part(JsonObject object, String name) {
        return object.optionalObject(name).orElse(JsonObject.empty());
    }

    /** What the receipt says of one call that was in flight; empty where it says nothing. */
    static JsonObject inFlight(JsonObject receipt, String operation) {
        return first(receipt, "in_flight", operation);
    }

    /** Who holds an unknown; empty where nobody does. */
    static JsonObject reconciliation(JsonObject receipt, String operation) {
        return first(receipt, "reconciliation", operation);
    }

    private static JsonObject first(JsonObject receipt, String list, String operation) {
        Optional<JsonArray> entries = receipt.optionalArray(list);
        return entries.orElse(JsonArray.empty()).objects().stream()
                .filter(entry -> word(entry, "operation_id").equals(operation))
                .findFirst()
                .orElse(JsonObject.empty());
    }
}
