package dev.quietus.client.json;

/**
 * One JSON value. All values are immutable, free of {@code null}, and safe for use by any thread.
 *
 * <p>{@code toString()} of every value is its compact JSON text; take care not to log values that
 * carry a token.
 */
public sealed interface JsonValue
        permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

    /** The compact JSON text: no white space, members in the order in which they were put. */
    default String toJson() {
        return JsonWriter.compact(this);
    }

    /** The JSON text for people: two spaces of indentation, one member or element a line. */
    default String toPrettyJson() {
        return JsonWriter.pretty(this);
    }
}
