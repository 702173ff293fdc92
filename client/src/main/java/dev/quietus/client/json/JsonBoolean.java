package dev.quietus.client.json;

/**
 * A JSON {@code true} or {@code false}.
 *
 * @param value which of the two
 */
public record JsonBoolean(boolean value) implements JsonValue {

    @Override
    public String toString() {
        return toJson();
    }
}
