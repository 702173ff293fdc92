package dev.quietus.execution.files;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of one object of a record. Whatever is missing or of another kind is an
 * {@link IllegalArgumentException}, which the reader of the record turns into one clear error.
 */
public final class RecordFields {
    private final Map<String, Object> fields;

    RecordFields(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Tells whether there is such a field. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** A text. */
    public String text(String name) {
        return value(name) instanceof String text ? text : wrong(name, "a text");
    }

    /** A text, if the field is there. */
    public Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    /** A whole number. */
    public long number(String name) {
        return value(name) instanceof Long number ? number : wrong(name, "a number");
    }

    /** A whole number of 32 bits. */
    public int integer(String name) {
        long number = number(name);
        return (int) number == number ? (int) number : wrong(name, "a small number");
    }

    /** A whole number that is spelled as a text, because 53 bits may not hold it. */
    public long wide(String name) {
        return Long.parseLong(text(name));
    }

    /** An object. */
    @SuppressWarnings("unchecked") // the parser makes maps with text keys only
    public RecordFields object(String name) {
        return value(name) instanceof Map<?, ?> map
                ? new RecordFields((Map<String, Object>) map)
                : wrong(name, "an object");
    }

    /** An object, if the field is there. */
    public Optional<RecordFields> optionalObject(String name) {
        return has(name) ? Optional.of(object(name)) : Optional.empty();
    }

    /** A list of texts. */
    public List<String> texts(String name) {
        return value(name) instanceof List<?> list
                ? list.stream()
                        .map(item -> item instanceof String text
                                ? text
                                : RecordFields.<String>wrong(name, "a list of texts"))
                        .toList()
                : wrong(name, "a list");
    }

    private Object value(String name) {
        Object value = fields.get(name);
        return value == null ? wrong(name, "there") : value;
    }

    private static <T> T wrong(String name, String expected) {
        throw new IllegalArgumentException("field '" + name + "' is not " + expected);
    }
}
