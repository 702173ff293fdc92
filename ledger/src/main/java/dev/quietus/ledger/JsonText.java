package dev.quietus.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON that {@link dev.quietus.core.ledger.CanonicalJson} writes: objects, lists,
 * strings, whole numbers (as {@link Long}) and booleans. Anything else is refused.
 */
final class JsonText {
    private static final int MAX_DEPTH = 64;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /**
     * Reads an object.
     *
     * @throws IllegalArgumentException when the text is none
     */
    static Map<String, Object> object(String text) {
        JsonText reader = new JsonText(text);
        Map<String, Object> object = reader.object(0);
        reader.end();
        return object;
    }

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException when the text is none
     */
    static List<Object> list(String text) {
        JsonText reader = new JsonText(text);
        List<Object> list = reader.list(0);
        reader.end();
        return list;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw fault("more than " + MAX_DEPTH + " levels");
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
        Map<String, Object> object = new LinkedHashMap<>();
        expect('{');
        if (peek() == '}') {
            at++;
            return object;
        }
        do {
            String name = string();
            expect(':');
            object.put(name, value(depth + 1));
        } while (another('}'));
        return object;
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        expect('[');
        if (peek() == ']') {
            at++;
            return list;
        }
        do {
            list.add(value(depth + 1));
        } while (another(']'));
        return list;
    }

    private boolean another(char close) {
        if (peek() == ',') {
            at++;
            return true;
        }
        expect(close);
        return false;
    }

    private String string() {
        expect('"');
        int start = at;
        while (peek() != '"' && peek() != '\\') {
            at++;
        }
        if (peek() == '"') {
            return text.substring(start, at++);
        }
        StringBuilder out = new StringBuilder(text.length() - start);
        out.append(text, start, at);
        while (peek() != '"') {
            char c = text.charAt(at++);
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
            case 'u' -> hexadecimal();
            default -> throw fault("an unknown escape");
        };
    }

    private char hexadecimal() {
        if (at + 4 > text.length()) {
            throw fault("an unfinished escape");
        }
        int code = Integer.parseInt(text, at, at + 4, 16);
        at += 4;
        return (char) code;
    }

    private Long number() {
        int start = at;
        while (at < text.length()
                && (text.charAt(at) == '-' || Character.isDigit(text.charAt(at)))) {
            at++;
        }
        if (start == at) {
            throw fault("no value");
        }
        return Long.parseLong(text, start, at, 10);
    }

    private Boolean word(String word, boolean value) {
        if (!text.startsWith(word, at)) {
            throw fault("no value");
        }
        at += word.length();
        return value;
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

    private void end() {
        if (at != text.length()) {
            throw fault("more text");
        }
    }

    private IllegalArgumentException fault(String found) {
        return new IllegalArgumentException("the JSON has " + found + " at character " + at);
    }
}
