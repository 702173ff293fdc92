package dev.quietus.ledger;

import java.util.List;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A whole row as one JSON array of texts, whole numbers and nulls. The driver of SQLite asks for
 * the name of each column at each execution, and for the type and the value of each singly; for a
 * wide row that costs more than finding it.
 */
final class PackedRow {
    private final String text;
    private final @Nullable Object[] values;
    private int at;

    private PackedRow(String text, int width) {
        this.text = text;
        this.values = new @Nullable Object[width];
    }

    /** The one column that holds all these columns. */
    static Field<String> of(List<? extends Field<?>> columns) {
        // Without a name of its own the driver reads the whole expression as one, each time.
        return DSL.function("json_array", String.class, columns.toArray(Field<?>[]::new))
                .as("packed");
    }

    /**
     * The values of the columns.
     *
     * @param text what the store made of them
     * @param width how many there are
     * @throws IllegalArgumentException when it is something else
     */
    static @Nullable Object[] values(String text, int width) {
        PackedRow row = new PackedRow(text, width);
        row.read();
        return row.values;
    }

    private void read() {
        expect('[');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                expect(',');
            }
            values[i] = value();
        }
        expect(']');
        if (at != text.length()) {
            throw fault("more text");
        }
    }

    private @Nullable Object value() {
        char c = peek();
        if (c == '"') {
            return string();
        }
        if (c == 'n') {
            if (!text.startsWith("null", at)) {
                throw fault("no value");
            }
            at += "null".length();
            return null;
        }
        return number();
    }

    private String string() {
        int start = ++at;
        int end = text.indexOf('"', start);
        int escape = text.indexOf('\\', start);
        if (end >= 0 && (escape < 0 || end < escape)) {
            at = end + 1;
            return text.substring(start, end);
        }
        StringBuilder out = new StringBuilder();
        for (char c = peek(); c != '"'; c = peek()) {
            at++;
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw fault("an unfinished escape");
                }
                at += 4;
                yield (char) Integer.parseInt(text, at - 4, at, 16);
            }
            default -> throw fault("an unknown escape");
        };
    }

    private Long number() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ']') {
            at++;
        }
        return Long.parseLong(text, start, at, 10);
    }

    private char peek() {
        if (at >= text.length()) {
            throw fault("its end");
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw fault("no '" + c + "'");
        }
        at++;
    }

    private IllegalArgumentException fault(String found) {
        return new IllegalArgumentException("the row has " + found + " at character " + at);
    }
}
