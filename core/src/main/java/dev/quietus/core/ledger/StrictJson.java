package dev.quietus.core.ledger;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON that a program wrote for itself: what {@link CanonicalJson} makes, and a row that a
 * store packs into one array. Objects, lists, texts, whole numbers of 64 bits and booleans; fields
 * may come in any order, and characters may be escaped that need not be. The rest of JSON is damage
 * here and refused: blanks, fractions, exponents, needless zeros, a control character that is not
 * escaped, a field that is there twice, more levels than the caller expects, anything behind the
 * end. Half of a surrogate pair is read as it stands, as it is written.
 *
 * <p>Nothing is kept between two calls, and many threads may call at once.
 */
public final class StrictJson {
    private final String text;
    private final int maxDepth;
    private int at;

    private StrictJson(String text, int maxDepth) {
        this.text = text;
        this.maxDepth = maxDepth;
    }

    /**
     * Reads an object.
     *
     * @param text the object and nothing else
     * @param maxDepth how many objects and lists may lie in one another, this one counted
     * @return its fields in their order; a value is such a map, a list of values, a {@link String},
     *     a {@link Long} or a {@link Boolean}
     * @throws IllegalArgumentException when the text is no such object
     */
    public static Map<String, Object> object(String text, int maxDepth) {
        StrictJson reader = new StrictJson(text, maxDepth);
        Map<String, Object> object = reader.object(1);
        reader.end();
        return object;
    }

    /**
     * Reads a list.
     *
     * @param text the list and nothing else
     * @param maxDepth how many objects and lists may lie in one another, this one counted
     * @return its items, which are such values as {@link #object} has
     * @throws IllegalArgumentException when the text is no such list
     */
    public static List<Object> list(String text, int maxDepth) {
        StrictJson reader = new StrictJson(text, maxDepth);
        List<Object> list = reader.list(1);
        reader.end();
        return list;
    }

    /**
     * Reads a row: a list of texts, whole numbers and nulls. Only here may a value be null.
     *
     * @param text the list and nothing else
     * @param width how many values it has
     * @return each a {@link String}, a {@link Long} or null
     * @throws IllegalArgumentException when the text is no such list or has another width
     */
    public static @Nullable Object[] row(String text, int width) {
        StrictJson reader = new StrictJson(text, 1);
        @Nullable Object[] row = reader.row(width);
        reader.end();
        return row;
    }

    private @Nullable Object[] row(int width) {
        @Nullable Object[] row = new @Nullable Object[width];
        expect('[');
        for (int i = 0; i < width; i++) {
            if (i > 0) {
                expect(',');
            }
            row[i] = switch (peek()) {
                case '"' -> string();
                case 'n' -> nothing();
                default -> number();
            };
        }
        expect(']');
        return row;
    }

    private Object value(int outer) {
        return switch (peek()) {
            case '{' -> object(outer + 1);
            case '[' -> list(outer + 1);
            case '"' -> string();
            case 't' -> flag("true", true);
            case 'f' -> flag("false", false);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        open('{', depth);
        if (peek() == '}') {
            at++;
            return object;
        }
        do {
            String name = string();
            expect(':');
            if (object.put(name, value(depth)) != null) {
                throw fault("the field '" + name + "' twice");
            }
        } while (another('}'));
        return object;
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        open('[', depth);
        if (peek() == ']') {
            at++;
            return list;
        }
        do {
            list.add(value(depth));
        } while (another(']'));
        return list;
    }

    private void open(char bracket, int depth) {
        expect(bracket);
        if (depth > maxDepth) {
            throw fault("more than " + maxDepth + " levels");
        }
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
        at = endOfPlain(start);
        if (peek() == '"') {
            return text.substring(start, at++);
        }
        return unescaped(start);
    }

    /** The rest of a string that has an escape here; what lies between two is taken as one. */
    private String unescaped(int start) {
        StringBuilder out = new StringBuilder(64);
        int from = start;
        while (peek() == '\\') {
            out.append(text, from, at++).append(escaped());
            from = at;
            at = endOfPlain(from);
        }
        if (peek() != '"') {
            throw fault("a control character that is not escaped");
        }
        return out.append(text, from, at++).toString();
    }

    /** Where the characters end that stand for themselves: each row of a ledger comes by here. */
    private int endOfPlain(int from) {
        int end = from;
        while (end < text.length() && isPlain(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '"' && c != '\\';
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
        at += 4;
        return (char) HexFormat.fromHexDigits(text, at - 4, at);
    }

    private Long number() {
        int start = at;
        int digits = peek() == '-' ? start + 1 : start;
        int end = digits;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        if (end == digits) {
            throw fault("no value");
        }
        if (text.charAt(digits) == '0' && end - start > 1) {
            throw fault("a number with a needless sign or zero");
        }
        at = end;
        return Long.parseLong(text, start, end, 10);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Boolean flag(String word, boolean value) {
        expect(word);
        return value;
    }

    private @Nullable Object nothing() {
        expect("null");
        return null;
    }

    private void expect(String word) {
        if (!text.startsWith(word, at)) {
            throw fault("no value");
        }
        at += word.length();
    }

    private void expect(char c) {
        if (peek() != c) {
            throw fault("no '" + c + "'");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw fault("its end");
        }
        return text.charAt(at);
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
