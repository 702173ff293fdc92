package dev.quietus.gateway.mcp.message;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads messages: finds out what bytes are and where their parts lie, in one pass, without building
 * a tree. Strict where two readers could understand different things: a member that is there twice,
 * another encoding than UTF-8.
 */
public final class MessageReader {
    private static final int MOST_IN_A_BATCH = 100;
    private static final int LONGEST_ID = 1_000;
    private static final Set<String> MEMBERS =
            Set.of("jsonrpc", "id", "method", "params", "result", "error");

    private MessageReader() {}

    /** Reads one message or batch; white space around it is cut off. */
    public static Reading read(byte[] bytes) {
        byte[] raw = trimmed(bytes);
        if (raw.length > 1 && (raw[0] == 0 || raw[1] == 0) || raw.length > 0 && raw[0] < 0) {
            return broken(MessageFault.NO_JSON, "not JSON in UTF-8");
        }
        try (JsonParser parser = MessageText.PLAIN.createParser(raw)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_ARRAY) {
                return batch(parser, raw);
            }
            Reading reading = first == JsonToken.START_OBJECT
                    ? message(parser, raw)
                    : broken(MessageFault.NO_MESSAGE, "a message is a JSON object");
            if (parser.nextToken() != null) {
                return broken(MessageFault.NO_JSON, "something stands behind the message");
            }
            return reading;
        } catch (IOException | NumberFormatException e) {
            return broken(MessageFault.NO_JSON, "not JSON");
        }
    }

    /** Reads what was made here. */
    static McpMessage made(byte[] bytes) {
        return switch (read(bytes)) {
            case Reading.One(McpMessage message) -> message;
            case Reading.Batch _, Reading.Broken _ ->
                throw new IllegalStateException("a message of our own can't be read");
        };
    }

    private static Reading broken(int code, String why) {
        return new Reading.Broken(new MessageFault(code, Optional.empty(), why));
    }

    private static byte[] trimmed(byte[] bytes) {
        int from = 0;
        int to = bytes.length;
        while (from < to && blank(bytes[from])) {
            from++;
        }
        while (to > from && blank(bytes[to - 1])) {
            to--;
        }
        return from == 0 && to == bytes.length ? bytes : Arrays.copyOfRange(bytes, from, to);
    }

    private static boolean blank(byte each) {
        return each == ' ' || each == '\t' || each == '\r' || each == '\n';
    }

    private static Reading batch(JsonParser parser, byte[] raw) throws IOException {
        List<Reading> parts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parts.size() == MOST_IN_A_BATCH) {
                return broken(
                        MessageFault.NO_MESSAGE,
                        "a batch has at most " + MOST_IN_A_BATCH + " parts");
            }
            int from = offset(parser.currentTokenLocation().getByteOffset());
            parser.skipChildren();
            parser.finishToken();
            int to = offset(parser.currentLocation().getByteOffset());
            Reading part = read(Arrays.copyOfRange(raw, from, to));
            parts.add(
                    part instanceof Reading.Batch
                            ? broken(MessageFault.NO_MESSAGE, "a batch inside a batch")
                            : part);
        }
        if (parser.nextToken() != null) {
            return broken(MessageFault.NO_JSON, "something stands behind the batch");
        }
        return parts.isEmpty()
                ? broken(MessageFault.NO_MESSAGE, "an empty batch")
                : new Reading.Batch(parts);
    }

    /** What was seen so far of a message. */
    private static final class Seen {
        final Set<String> names = new HashSet<>();
        Optional<MessageId> id = Optional.empty();
        McpMessage.Span idAt = McpMessage.Span.NONE;
        Optional<String> method = Optional.empty();
        McpMessage.Span params = McpMessage.Span.NONE;
        McpMessage.Span result = McpMessage.Span.NONE;
        McpMessage.Span error = McpMessage.Span.NONE;
        Optional<String> wrong = Optional.empty();

        void wrong(String why) {
            wrong = wrong.or(() -> Optional.of(why));
        }
    }

    private static Reading message(JsonParser parser, byte[] raw) throws IOException {
        Seen seen = new Seen();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            int from = offset(parser.currentTokenLocation().getByteOffset());
            Optional<String> text = token == JsonToken.VALUE_STRING
                    ? Optional.of(parser.getText())
                    : Optional.empty();
            parser.skipChildren();
            parser.finishToken();
            McpMessage.Span span =
                    new McpMessage.Span(from, offset(parser.currentLocation().getByteOffset()));
            if (MEMBERS.contains(name)) {
                if (!seen.names.add(name)) {
                    seen.wrong("the member " + name + " is there twice");
                }
                member(seen, name, token, text, span, raw);
            }
        }
        return seen.wrong.isPresent()
                ? new Reading.Broken(
                        new MessageFault(MessageFault.NO_MESSAGE, seen.id, seen.wrong.get()))
                : judged(seen, raw);
    }

    private static void member(
            Seen seen,
            String name,
            JsonToken token,
            Optional<String> text,
            McpMessage.Span span,
            byte[] raw) {
        switch (name) {
            case "id" -> id(seen, token, text, span, raw);
            case "method" -> {
                if (text.isEmpty()) {
                    seen.wrong("the method is no text");
                }
                seen.method = text;
            }
            case "params" -> {
                seen.params = span;
                if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
                    seen.wrong("the params are neither an object nor an array");
                }
            }
            case "result" -> seen.result = span;
            case "error" -> seen.error = span;
            default -> {
                if (!text.equals(Optional.of("2.0"))) {
                    seen.wrong("the member jsonrpc is not \"2.0\"");
                }
            }
        }
    }

    private static void id(
            Seen seen, JsonToken token, Optional<String> text, McpMessage.Span span, byte[] raw) {
        seen.idAt = span;
        if (span.to() - span.from() > LONGEST_ID) {
            seen.wrong("the id is longer than " + LONGEST_ID + " bytes");
            return;
        }
        String json = new String(
                raw, span.from(), span.to() - span.from(), java.nio.charset.StandardCharsets.UTF_8);
        if (text.isPresent()) {
            seen.id = Optional.of(MessageId.text(json, text.get()));
        } else if (token.isNumeric()) {
            seen.id = Optional.of(MessageId.number(json));
        } else if (token != JsonToken.VALUE_NULL) {
            seen.wrong("the id is neither a text nor a number");
        }
    }

    private static Reading judged(Seen seen, byte[] raw) {
        boolean answers = seen.result.isThere() || seen.error.isThere();
        if (seen.method.isPresent() && answers) {
            return broken(MessageFault.NO_MESSAGE, "both a request and an answer");
        }
        if (seen.method.isPresent()) {
            boolean asks = seen.id.isPresent();
            if (!asks && seen.idAt.isThere()) {
                return broken(MessageFault.NO_MESSAGE, "the id of a request is null");
            }
            return new Reading.One(new McpMessage(
                    raw,
                    new McpMessage.Parts(
                            asks ? McpMessage.Kind.REQUEST : McpMessage.Kind.NOTIFICATION,
                            seen.id,
                            seen.idAt,
                            seen.method.get(),
                            seen.params,
                            false)));
        }
        if (!answers || seen.result.isThere() && seen.error.isThere()) {
            return new Reading.Broken(new MessageFault(
                    MessageFault.NO_MESSAGE, seen.id, "neither a request nor one answer"));
        }
        boolean error = seen.error.isThere();
        return new Reading.One(new McpMessage(
                raw,
                new McpMessage.Parts(
                        McpMessage.Kind.RESPONSE,
                        seen.id,
                        seen.idAt,
                        "",
                        error ? seen.error : seen.result,
                        error)));
    }

    private static int offset(long bytes) {
        return Math.toIntExact(bytes);
    }
}
