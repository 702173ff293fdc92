package dev.quietus.gateway.mcp.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One JSON-RPC message: its bytes as they came, and what has to be known of them. Whoever passes it
 * on passes the bytes. Immutable, provided that nobody writes into the bytes.
 */
public final class McpMessage {
    /** What a message is. */
    public enum Kind {
        /** Wants an answer. */
        REQUEST,
        /** Wants none. */
        NOTIFICATION,
        /** Is an answer. */
        RESPONSE
    }

    /** Where a member's value lies: from, and the first byte behind it. */
    record Span(int from, int to) {
        static final Span NONE = new Span(0, 0);

        boolean isThere() {
            return to > from;
        }
    }

    /**
     * What the reader found.
     *
     * @param id where the id lies
     * @param body where {@code params}, {@code result} or {@code error} lies
     */
    record Parts(
            Kind kind,
            Optional<MessageId> id,
            Span idAt,
            String method,
            Span body,
            boolean error) {}

    private final byte[] raw;
    private final Parts parts;

    McpMessage(byte[] raw, Parts parts) {
        this.raw = raw;
        this.parts = parts;
    }

    /** What it is. */
    public Kind kind() {
        return parts.kind();
    }

    /** Whether it wants an answer. */
    public boolean isRequest() {
        return parts.kind() == Kind.REQUEST;
    }

    /** Whether it is an answer. */
    public boolean isResponse() {
        return parts.kind() == Kind.RESPONSE;
    }

    /** Whether it is an answer that tells of an error. */
    public boolean isError() {
        return parts.error();
    }

    /** The id of a request or of the request that is answered; an answer may come without. */
    public Optional<MessageId> id() {
        return parts.id();
    }

    /** The method; empty for an answer. */
    public String method() {
        return parts.method();
    }

    /** Whether it is a request or notification of this method. */
    public boolean is(String method) {
        return parts.method().equals(method);
    }

    /** Its bytes as they came. Not to be written into. */
    public byte[] raw() {
        return raw;
    }

    /** Its size in bytes. */
    public int size() {
        return raw.length;
    }

    /** Its bytes in one line: line ends between the tokens become blanks. */
    public byte[] line() {
        for (byte each : raw) {
            if (each == '\n' || each == '\r') {
                return inOneLine();
            }
        }
        return raw;
    }

    private byte[] inOneLine() {
        byte[] line = raw.clone();
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\n' || line[i] == '\r') {
                line[i] = ' ';
            }
        }
        return line;
    }

    /**
     * The {@code params}, {@code result} or {@code error} as a tree; an empty object where there is
     * none.
     *
     * @throws IOException if it has two members of one name somewhere
     */
    public JsonNode body() throws IOException {
        return parts.body().isThere()
                ? MessageText.tree(raw, parts.body().from(), parts.body().to())
                : JsonNodeFactory.instance.objectNode();
    }

    /** As {@link #body()}; an empty object where it can't be read as one. */
    public ObjectNode object() {
        try {
            return body() instanceof ObjectNode object
                    ? object
                    : JsonNodeFactory.instance.objectNode();
        } catch (IOException unreadable) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    /** The bytes of {@link #body()}, as they came. */
    public byte[] bodyBytes() {
        return Arrays.copyOfRange(raw, parts.body().from(), parts.body().to());
    }

    /** The same message under another id. All other bytes stay. */
    public McpMessage withId(MessageId other) {
        return withPart(parts.idAt(), other.json().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The same message with another {@code params}, {@code result} or {@code error}. All other
     * bytes stay.
     */
    public McpMessage withBody(JsonNode other) {
        if (!parts.body().isThere()) {
            return Messages.notificationOrRequest(parts.id(), parts.method(), other);
        }
        return withPart(parts.body(), MessageText.bytes(other));
    }

    private McpMessage withPart(Span part, byte[] replacement) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(raw.length + replacement.length);
        whole.write(raw, 0, part.from());
        whole.writeBytes(replacement);
        whole.write(raw, part.to(), raw.length - part.to());
        return MessageReader.made(whole.toByteArray());
    }

    /** Only what it is: contents are nobody's business in a log. */
    @Override
    public String toString() {
        return parts.kind() + " " + parts.method()
                + parts.id().map(id -> " " + id).orElse("");
    }
}
