package dev.quietus.client.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A JSON array. Elements keep their order. Typed accessors fail with a {@link JsonException} that
 * names the path of the element.
 */
public final class JsonArray implements JsonValue {

    private static final JsonArray EMPTY = new JsonArray(List.of(), JsonObject.ROOT);

    private final List<JsonValue> elements;
    private final String path;

    JsonArray(List<JsonValue> elements, String path) {
        this.elements = Collections.unmodifiableList(elements);
        this.path = path;
    }

    /** The array without elements. */
    public static JsonArray empty() {
        return EMPTY;
    }

    /** An array of the given values. */
    public static JsonArray of(Collection<? extends JsonValue> values) {
        return new JsonArray(List.copyOf(values), JsonObject.ROOT);
    }

    /**
     * An array of the given texts.
     *
     * @throws IllegalArgumentException if a text holds half of a surrogate pair
     */
    public static JsonArray ofStrings(Collection<String> texts) {
        List<JsonValue> values = new ArrayList<>(texts.size());
        for (String text : texts) {
            values.add(new JsonString(text));
        }
        return of(values);
    }

    /** How many elements there are. */
    public int size() {
        return elements.size();
    }

    /** All elements; the list can't be changed. */
    public List<JsonValue> values() {
        return elements;
    }

    /**
     * The element at {@code index}, counted from 0.
     *
     * @throws JsonException if there is none
     */
    public JsonValue value(int index) {
        if (index < 0 || index >= elements.size()) {
            throw JsonException.unfit(
                    pathOf(index), "an element", "an array of " + elements.size());
        }
        return elements.get(index);
    }

    /**
     * The object at {@code index}.
     *
     * @throws JsonException if there is none, or something else
     */
    public JsonObject object(int index) {
        if (value(index) instanceof JsonObject object) {
            return object.at(pathOf(index));
        }
        throw JsonException.unfit(pathOf(index), "an object", JsonObject.kind(value(index)));
    }

    /**
     * The text at {@code index}.
     *
     * @throws JsonException if there is none, or something else
     */
    public String string(int index) {
        if (value(index) instanceof JsonString string) {
            return string.value();
        }
        throw JsonException.unfit(pathOf(index), "a string", JsonObject.kind(value(index)));
    }

    /**
     * All elements as objects.
     *
     * @throws JsonException if one is something else
     */
    public List<JsonObject> objects() {
        List<JsonObject> objects = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            objects.add(object(i));
        }
        return List.copyOf(objects);
    }

    /**
     * All elements as texts.
     *
     * @throws JsonException if one is something else
     */
    public List<String> strings() {
        List<String> strings = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            strings.add(string(i));
        }
        return List.copyOf(strings);
    }

    JsonArray at(String newPath) {
        return new JsonArray(elements, newPath);
    }

    private String pathOf(int index) {
        return path + "[" + index + "]";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonArray that && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return elements.hashCode();
    }

    @Override
    public String toString() {
        return toJson();
    }
}
