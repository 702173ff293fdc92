package dev.quietus.client.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The strict parser: one pass over the bytes, recursive to the limit's depth. Used once. */
final class JsonParser {

    private static final int END = -1;
    private static final int LONGEST_NUMBER = 1_000;

    private final byte[] input;
    private final JsonLimits limits;
    private int at;
    private int depth;

    JsonParser(byte[] input, JsonLimits limits) {
        this.input = input;
        this.limits = limits;
    }

    JsonValue parse() {
        if (input.length > limits.maxBytes()) {
            throw JsonException.refused(
                    "JSON text: " + input.length + " bytes, allowed are " + limits.maxBytes());
        }
        requireUtf8();
        space();
        JsonValue value = value();
        space();
        if (peek() != END) {
            throw broken("nothing behind the value");
        }
        return value;
    }

    private JsonValue value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new JsonString(string());
            case 't' -> word("true", new JsonBoolean(true));
            case 'f' -> word("false", new JsonBoolean(false));
            case 'n' -> word("null", JsonNull.INSTANCE);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw broken("a value");
        };
    }

    private JsonObject object() {
        enter();
        space();
        if (peek() == '}') {
            leave();
            return JsonObject.empty();
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (true) {
            if (peek() != '"') {
                throw broken(
                        members.isEmpty()
                                ? "a member name in double quotes or '}'"
                                : "a member name in double quotes");
            }
            int nameAt = at;
            String name = string();
            if (members.containsKey(name)) {
                throw JsonException.broken(nameAt, "each member once", "\"" + name + "\" again");
            }
            space();
            if (peek() != ':') {
                throw broken("':' behind a member name");
            }
            at++;
            space();
            members.put(name, value());
            space();
            if (peek() == '}') {
                leave();
                return new JsonObject(members, JsonObject.ROOT);
            }
            if (peek() != ',') {
                throw broken("',' or '}' behind a member");
            }
            at++;
            space();
        }
    }

    private JsonArray array() {
        enter();
        space();
        if (peek() == ']') {
            leave();
            return JsonArray.empty();
        }
        List<JsonValue> elements = new ArrayList<>();
        while (true) {
            elements.add(value());
            space();
            if (peek() == ']') {
                leave();
                return new JsonArray(elements, JsonObject.ROOT);
            }
            if (peek() != ',') {
                throw broken("',' or ']' behind an element");
            }
            at++;
            space();
        }
    }

    private void enter() {
        if (depth == limits.maxDepth()) {
            throw JsonException.broken(at, "at most " + depth + " levels of nesting", "one more");
        }
        depth++;
        at++;
    }

    private void leave() {
        depth--;
        at++;
    }

    private String string() {
        int start = ++at;
        boolean escapes = false;
        while (peek() != '"') {
            int unit = peek();
            if (unit == END) {
                throw broken("'\"' at the end of a string");
            }
            if (unit < 0x20) {
                throw broken("an escape in place of a control character");
            }
            at++;
            if (unit == '\\') {
                escapes = true;
                if (peek() != END) {
                    at++;
                }
            }
        }
        int end = at;
        String text = escapes
                ? unescape(start, end)
                : new String(input, start, end - start, StandardCharsets.UTF_8);
        at = end + 1;
        return text;
    }

    private String unescape(int start, int end) {
        StringBuilder text = new StringBuilder(end - start);
        int plain = start;
        at = start;
        while (at < end) {
            if (input[at] != '\\') {
                at++;
                continue;
            }
            text.append(new String(input, plain, at - plain, StandardCharsets.UTF_8));
            at++;
            escape(text);
            plain = at;
        }
        return text.append(new String(input, plain, end - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private void escape(StringBuilder text) {
        int kind = peek();
        switch (kind) {
            case '"', '\\', '/' -> text.append((char) kind);
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'u' -> {
                unicodeEscape(text);
                return;
            }
            default -> throw broken("one of \" \\ / b f n r t u behind a backslash");
        }
        at++;
    }

    private void unicodeEscape(StringBuilder text) {
        int backslash = at - 1;
        char first = hex4();
        if (!Character.isSurrogate(first)) {
            text.append(first);
            return;
        }
        boolean pair = Character.isHighSurrogate(first) && peek() == '\\' && peekBehind() == 'u';
        if (pair) {
            at++;
            char second = hex4();
            if (Character.isLowSurrogate(second)) {
                text.append(first).append(second);
                return;
            }
        }
        throw JsonException.broken(backslash, "a whole surrogate pair", "half of one");
    }

    /** Reads the four digits behind a {@code u} at the current place. */
    private char hex4() {
        int unit = 0;
        at++;
        for (int i = 0; i < 4; i++) {
            int digit = peek() == END ? -1 : Character.digit(peek(), 16);
            if (digit < 0) {
                throw broken("four hexadecimal digits behind \\u");
            }
            unit = unit << 4 | digit;
            at++;
        }
        return (char) unit;
    }

    private JsonNumber number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
            if (isDigit(peek())) {
                throw broken("no digit behind a leading zero");
            }
        } else {
            digits("a digit");
        }
        if (peek() == '.') {
            at++;
            digits("a digit behind the decimal point");
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits("a digit in the exponent");
        }
        if (at - start > LONGEST_NUMBER) {
            throw JsonException.broken(
                    start,
                    "at most " + LONGEST_NUMBER + " characters in a number",
                    (at - start) + " characters");
        }
        return new JsonNumber(new String(input, start, at - start, StandardCharsets.US_ASCII));
    }

    private void digits(String expected) {
        if (!isDigit(peek())) {
            throw broken(expected);
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private JsonValue word(String word, JsonValue meaning) {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                throw broken("'" + word + "'");
            }
            at++;
        }
        return meaning;
    }

    private void space() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
            at++;
        }
    }

    private int peek() {
        return at < input.length ? input[at] & 0xFF : END;
    }

    private int peekBehind() {
        return at + 1 < input.length ? input[at + 1] & 0xFF : END;
    }

    private static boolean isDigit(int unit) {
        return unit >= '0' && unit <= '9';
    }

    private JsonException broken(String expected) {
        int unit = peek();
        String found;
        if (unit == END) {
            found = "the end of the text";
        } else if (unit > 0x20 && unit < 0x7F) {
            found = "'" + (char) unit + "'";
        } else {
            found = "byte 0x" + Integer.toHexString(0x100 | unit).substring(1);
        }
        return JsonException.broken(at, expected, found);
    }

    /** Refuses bytes that are not UTF-8 before anything else reads them. */
    private void requireUtf8() {
        if (peek() == 0xEF && peekBehind() == 0xBB) {
            throw JsonException.broken(0, "a value", "a byte order mark");
        }
        CharsetDecoder decoder =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(input);
        CharBuffer scratch = CharBuffer.allocate(8_192);
        CoderResult result = decoder.decode(bytes, scratch, true);
        while (result.isOverflow()) {
            scratch.clear();
            result = decoder.decode(bytes, scratch, true);
        }
        if (result.isError()) {
            int offset = bytes.position();
            throw JsonException.broken(
                    offset, "valid UTF-8", "byte 0x" + Integer.toHexString(input[offset] & 0xFF));
        }
    }
}
