package dev.quietus.execution.files;

import java.util.ArrayList;
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
        if (value(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    /** A text, if the field is there. */
    public Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    /** A whole number. */
    public long number(String name) {
        if (value(name) instanceof Long number) {
            return number;
        }
        throw wrong(name, "a number");
    }

    /** A whole number of 32 bits. */
    public int integer(String name) {
        long number = number(name);
        if ((int) number != number) {
            throw wrong(name, "a small number");
        }
        return (int) number;
    }

    /** A whole number that is spelled as a text, because 53 bits may not hold it. */
    public long wide(String name) {
        return Long.parseLong(text(name));
    }

    /** An object. */
    @SuppressWarnings("unchecked") // the parser makes maps with text keys only
    public RecordFields object(String name) {
        if (value(name) instanceof Map<?, ?> map) {
            return new RecordFields((Map<String, Object>) map);
        }
        throw wrong(name, "an object");
    }

    /** An object, if the field is there. */
    public Optional<RecordFields> optionalObject(String name) {
        return has(name) ? Optional.of(object(name)) : Optional.empty();
    }

    /** A list of texts. */
    public List<String> texts(String name) {
        if (!(value(name) instanceof List<?> list)) {
            throw wrong(name, "a list");
        }
        List<String> texts = new ArrayList<>();
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw wrong(name, "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    private Object value(String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw wrong(name, "there");
        }
        return value;
    }

    private static IllegalArgumentException wrong(String name, String expected) {
        return new IllegalArgumentException("field '" + name + "' is not " + expected);
    }
}
