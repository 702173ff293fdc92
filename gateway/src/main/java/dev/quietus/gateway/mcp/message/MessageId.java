package dev.quietus.gateway.mcp.message;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * The id of a JSON-RPC request. Two ids are the same if a JSON reader can't tell them apart: the
 * number 5 and the text "5" are two, 5 and 5.0 are one, whatever their spelling. {@code 0} and
 * {@code ""} are ids like any other.
 */
public final class MessageId {
    private final String json;
    private final Object value;

    private MessageId(String json, Object value) {
        this.json = json;
        this.value = value;
    }

    /** A text. */
    public static MessageId text(String value) {
        return new MessageId(MessageText.quoted(value), value);
    }

    /** A whole number. */
    public static MessageId number(long value) {
        return number(Long.toString(value));
    }

    static MessageId text(String json, String value) {
        return new MessageId(json, value);
    }

    /** A number, as it is spelled. */
    static MessageId number(String json) {
        return new MessageId(json, new BigDecimal(json).stripTrailingZeros());
    }

    /** Its JSON text, spelled as it came. */
    public String json() {
        return json;
    }

    /** A word for people and logs: only digits, letters and signs that are safe everywhere. */
    public String shown() {
        String safe = json.replaceAll("[^!-~]", "?");
        return safe.length() <= 60 ? safe : safe.substring(0, 60) + "…";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageId id && id.value.equals(value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return shown();
    }
}
