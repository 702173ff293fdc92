package dev.quietus.client.json;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A JSON object. Members keep the order in which they were put; two objects are equal whatever the
 * order of their members.
 *
 * <p>Typed accessors fail with a {@link JsonException} that names the path of the member, what was
 * expected and what was found. The {@code optional…} accessors treat an absent member and a JSON
 * {@code null} alike, and still fail if the member is of another type.
 */
public final class JsonObject implements JsonValue {

    static final String ROOT = "$";

    private static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>(), ROOT);

    private final Map<String, JsonValue> members;
    private final String path;

    /** Takes the map over: nobody else may hold it. */
    JsonObject(Map<String, JsonValue> members, String path) {
        this.members = Collections.unmodifiableMap(members);
        this.path = path;
    }

    /** The object without members. */
    public static JsonObject empty() {
        return EMPTY;
    }

    /** A builder without members. */
    public static Builder builder() {
        return new Builder(new LinkedHashMap<>());
    }

    /** The member as it is, or empty if there is none; a JSON {@code null} is a member. */
    public Optional<JsonValue> member(String name) {
        return Optional.ofNullable(members.get(name));
    }

    /** All members in their order; the map can't be changed. */
    public Map<String, JsonValue> asMap() {
        return members;
    }

    /** Whether there is such a member, be it a JSON {@code null}. */
    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** Whether there are no members. */
    public boolean isEmpty() {
        return members.isEmpty();
    }

    /**
     * A text.
     *
     * @throws JsonException if it is absent or something else
     */
    public String string(String name) {
        return optionalString(name).orElseThrow(() -> absent(name, "a string"));
    }

    /**
     * A text that may be absent.
     *
     * @throws JsonException if it is something else
     */
    public Optional<String> optionalString(String name) {
        Optional<JsonValue> value = present(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof JsonString string) {
            return Optional.of(string.value());
        }
        throw unfit(name, "a string");
    }

    /**
     * A whole number.
     *
     * @throws JsonException if it is absent, something else, not whole, or beyond a long
     */
    public long integer(String name) {
        return optionalInteger(name).orElseThrow(() -> absent(name, "an integer"));
    }

    /**
     * A whole number that may be absent.
     *
     * @throws JsonException if it is something else, not whole, or beyond a long
     */
    public OptionalLong optionalInteger(String name) {
        Optional<JsonValue> value = present(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.get() instanceof JsonNumber number && number.longValue().isPresent()) {
            return number.longValue();
        }
        throw unfit(name, "an integer");
    }

    /**
     * A truth value.
     *
     * @throws JsonException if it is absent or something else
     */
    public boolean bool(String name) {
        return optionalBool(name).orElseThrow(() -> absent(name, "true or false"));
    }

    /**
     * A truth value that may be absent.
     *
     * @throws JsonException if it is something else
     */
    public Optional<Boolean> optionalBool(String name) {
        Optional<JsonValue> value = present(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof JsonBoolean bool) {
            return Optional.of(bool.value());
        }
        throw unfit(name, "true or false");
    }

    /**
     * An object.
     *
     * @throws JsonException if it is absent or something else
     */
    public JsonObject object(String name) {
        return optionalObject(name).orElseThrow(() -> absent(name, "an object"));
    }

    /**
     * An object that may be absent.
     *
     * @throws JsonException if it is something else
     */
    public Optional<JsonObject> optionalObject(String name) {
        Optional<JsonValue> value = present(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof JsonObject object) {
            return Optional.of(object.at(pathOf(name)));
        }
        throw unfit(name, "an object");
    }

    /**
     * An array.
     *
     * @throws JsonException if it is absent or something else
     */
    public JsonArray array(String name) {
        return optionalArray(name).orElseThrow(() -> absent(name, "an array"));
    }

    /**
     * An array that may be absent.
     *
     * @throws JsonException if it is something else
     */
    public Optional<JsonArray> optionalArray(String name) {
        Optional<JsonValue> value = present(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof JsonArray array) {
            return Optional.of(array.at(pathOf(name)));
        }
        throw unfit(name, "an array");
    }

    /**
     * A time, RFC 3339.
     *
     * @throws JsonException if it is absent or something else
     */
    public Instant instant(String name) {
        return optionalInstant(name).orElseThrow(() -> absent(name, "a time (RFC 3339)"));
    }

    /**
     * A time that may be absent.
     *
     * @throws JsonException if it is something else
     */
    public Optional<Instant> optionalInstant(String name) {
        Optional<String> text = optionalString(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text.get()));
        } catch (DateTimeParseException notATime) {
            throw JsonException.unfit(pathOf(name), "a time (RFC 3339)", "\"" + text.get() + "\"");
        }
    }

    /** This object with the member set: replaced in its place, or added at the end. */
    public JsonObject with(String name, JsonValue value) {
        Map<String, JsonValue> copy = new LinkedHashMap<>(members);
        copy.put(new JsonString(name).value(), Objects.requireNonNull(value, name));
        return new JsonObject(copy, path);
    }

    /** This object without the member; the same if there is none. */
    public JsonObject without(String name) {
        Map<String, JsonValue> copy = new LinkedHashMap<>(members);
        copy.remove(name);
        return new JsonObject(copy, path);
    }

    /** The same object, whose accessors' errors begin with another path. */
    JsonObject at(String newPath) {
        return new JsonObject(members, newPath);
    }

    /** What a value is, in words. */
    static String kind(JsonValue value) {
        if (value instanceof JsonObject) {
            return "an object";
        }
        if (value instanceof JsonArray) {
            return "an array";
        }
        if (value instanceof JsonString) {
            return "a string";
        }
        if (value instanceof JsonNumber number) {
            return "the number " + number.literal();
        }
        return value instanceof JsonBoolean bool ? String.valueOf(bool.value()) : "null";
    }

    private Optional<JsonValue> present(String name) {
        JsonValue value = members.get(name);
        return value == null || value == JsonNull.INSTANCE ? Optional.empty() : Optional.of(value);
    }

    private JsonException absent(String name, String expected) {
        return JsonException.unfit(pathOf(name), expected, has(name) ? "null" : "nothing");
    }

    private JsonException unfit(String name, String expected) {
        return JsonException.unfit(
                pathOf(name), expected, member(name).map(JsonObject::kind).orElse("nothing"));
    }

    private String pathOf(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != '_' && !Character.isLetterOrDigit(name.charAt(i))) {
                StringBuilder quoted = new StringBuilder(path).append('[');
                JsonWriter.quote(name, quoted);
                return quoted.append(']').toString();
            }
        }
        return path + "." + name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonObject that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return toJson();
    }

    /** Puts an object together, and others after it that go on from there. For one thread. */
    public static final class Builder {

        private Map<String, JsonValue> members;
        private boolean built;

        private Builder(Map<String, JsonValue> members) {
            this.members = members;
        }

        /**
         * Adds a member.
         *
         * @throws IllegalArgumentException if there is one of this name already
         */
        public Builder put(String name, JsonValue value) {
            if (built) {
                members = new LinkedHashMap<>(members);
                built = false;
            }
            JsonValue before = members.putIfAbsent(
                    new JsonString(name).value(), Objects.requireNonNull(value, name));
            if (before != null) {
                throw new IllegalArgumentException(
                        "JSON object: member " + name + " was put before");
            }
            return this;
        }

        /** Adds a text; as {@link #put(String, JsonValue)} otherwise. */
        public Builder put(String name, String value) {
            return put(name, new JsonString(value));
        }

        /** Adds a whole number; as {@link #put(String, JsonValue)} otherwise. */
        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        /** Adds a truth value; as {@link #put(String, JsonValue)} otherwise. */
        public Builder put(String name, boolean value) {
            return put(name, new JsonBoolean(value));
        }

        /**
         * Adds a time, RFC 3339 with milliseconds; as {@link #put(String, JsonValue)} otherwise.
         */
        public Builder put(String name, Instant value) {
            return put(name, Json.timestamp(value));
        }

        /**
         * Adds the member if there is a value: a {@link String}, {@link Long}, {@link Integer},
         * {@link Boolean}, {@link Instant} or {@link JsonValue}.
         *
         * @throws IllegalArgumentException if the value is of another type, or if there is a member
         *     of this name already
         */
        public Builder putIfPresent(String name, Optional<?> value) {
            return value.isPresent() ? put(name, wrap(name, value.get())) : this;
        }

        /** Adds the number if there is one; as {@link #put(String, long)} otherwise. */
        public Builder putIfPresent(String name, OptionalLong value) {
            return value.isPresent() ? put(name, value.getAsLong()) : this;
        }

        /** The object as it is now; what is added later is in later objects only. */
        public JsonObject build() {
            built = true;
            return new JsonObject(members, ROOT);
        }

        private static JsonValue wrap(String name, Object value) {
            if (value instanceof JsonValue json) {
                return json;
            }
            if (value instanceof String text) {
                return new JsonString(text);
            }
            if (value instanceof Long || value instanceof Integer) {
                return JsonNumber.of(((Number) value).longValue());
            }
            if (value instanceof Boolean bool) {
                return new JsonBoolean(bool);
            }
            if (value instanceof Instant time) {
                return new JsonString(Json.timestamp(time));
            }
            throw new IllegalArgumentException("JSON member " + name
                    + ": expected a text, whole number, truth value, time or JSON value, found "
                    + value.getClass().getName());
        }
    }
}
