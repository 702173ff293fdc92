package dev.quietus.execution.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one line of a record: a JSON object of objects, lists, texts, whole numbers and booleans,
 * as the writer of records makes them. Anything else is an {@link IllegalArgumentException}.
 */
final class JsonLine {
    private static final int MAX_DEPTH = 8;

    private final String text;
    private int at;

    private JsonLine(String text) {
        this.text = text;
    }

    static Map<String, Object> parse(String text) {
        JsonLine line = new JsonLine(text);
        Map<String, Object> object = line.object(0);
        if (line.at != text.length()) {
            throw line.wrong("the end of the line");
        }
        return object;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("less depth");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new HashMap<>();
        expect('{');
        if (peek() == '}') {
            at++;
            return fields;
        }
        while (true) {
            String name = string();
            expect(':');
            if (fields.put(name, value(depth + 1)) != null) {
                throw new IllegalArgumentException("field '" + name + "' is there twice");
            }
            if (peek() == '}') {
                at++;
                return fields;
            }
            expect(',');
        }
    }

    private List<Object> list(int depth) {
        List<Object> items = new ArrayList<>();
        expect('[');
        if (peek() == ']') {
            at++;
            return items;
        }
        while (true) {
            items.add(value(depth + 1));
            if (peek() == ']') {
                at++;
                return items;
            }
            expect(',');
        }
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw wrong("an escape");
            }
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
                    throw wrong("four digits");
                }
                at += 4;
                yield (char) Integer.parseUnsignedInt(text, at - 4, at, 16);
            }
            default -> throw wrong("an escape");
        };
    }

    private Object number() {
        int from = at;
        while (at < text.length()
                && (text.charAt(at) == '-' || Character.isDigit(text.charAt(at)))) {
            at++;
        }
        if (from == at) {
            throw wrong("a value");
        }
        return Long.parseLong(text, from, at, 10);
    }

    private Object word(String word, boolean value) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return value;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw wrong("'" + c + "'");
        }
        at++;
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException(
                "a line has no JSON as expected: " + expected + " is missing at " + at);
    }
}
