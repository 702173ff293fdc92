package dev.quietus.client.json;

/** The JSON {@code null}. Optional accessors treat it like an absent member. */
public enum JsonNull implements JsonValue {
    /** The only one. */
    INSTANCE;

    @Override
    public String toString() {
        return toJson();
    }
}
