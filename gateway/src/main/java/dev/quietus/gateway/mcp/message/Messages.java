package dev.quietus.gateway.mcp.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Messages that the gateway itself sends. */
public final class Messages {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Messages() {}

    /** A request. */
    public static McpMessage request(MessageId id, String method, JsonNode params) {
        return notificationOrRequest(Optional.of(id), method, params);
    }

    /** A notification. */
    public static McpMessage notification(String method, JsonNode params) {
        return notificationOrRequest(Optional.empty(), method, params);
    }

    static McpMessage notificationOrRequest(
            Optional<MessageId> id, String method, JsonNode params) {
        StringBuilder text = new StringBuilder("{\"jsonrpc\":\"2.0\"");
        id.ifPresent(each -> text.append(",\"id\":").append(each.json()));
        text.append(",\"method\":").append(MessageText.quoted(method));
        if (!params.isEmpty()) {
            text.append(",\"params\":").append(text(params));
        }
        return made(text.append('}'));
    }

    /** An answer with a result. */
    public static McpMessage result(MessageId id, JsonNode result) {
        return made(new StringBuilder("{\"jsonrpc\":\"2.0\",\"id\":")
                .append(id.json())
                .append(",\"result\":")
                .append(text(result))
                .append('}'));
    }

    /** An answer with an error. */
    public static McpMessage error(Optional<MessageId> id, int code, String message) {
        return error(id, code, message, NODES.objectNode());
    }

    /** The same with more about it. */
    public static McpMessage error(
            Optional<MessageId> id, int code, String message, ObjectNode data) {
        StringBuilder text = new StringBuilder("{\"jsonrpc\":\"2.0\",\"id\":")
                .append(id.map(MessageId::json).orElse("null"))
                .append(",\"error\":{\"code\":")
                .append(code)
                .append(",\"message\":")
                .append(MessageText.quoted(message));
        if (!data.isEmpty()) {
            text.append(",\"data\":").append(text(data));
        }
        return made(text.append("}}"));
    }

    /** A result of a tool that says that and why it did not do what it should. */
    public static McpMessage toolError(MessageId id, String words, boolean withResultType) {
        ObjectNode result = NODES.objectNode();
        if (withResultType) {
            result.put("resultType", "complete");
        }
        result.putArray("content").addObject().put("type", "text").put("text", words);
        result.put("isError", true);
        return result(id, result);
    }

    /** The notice that a request is given up. */
    public static McpMessage cancelled(MessageId request, String reason) {
        return made(new StringBuilder(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                                + "{\"requestId\":")
                .append(request.json())
                .append(",\"reason\":")
                .append(MessageText.quoted(reason))
                .append("}}"));
    }

    private static String text(JsonNode node) {
        return new String(MessageText.bytes(node), StandardCharsets.UTF_8);
    }

    private static McpMessage made(StringBuilder text) {
        return MessageReader.made(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The id of another request that a message names, such as {@code requestId} of a notice. Empty
     * where it is missing, null or no id.
     */
    public static Optional<MessageId> namedId(JsonNode value) {
        if (value.isTextual()) {
            return Optional.of(MessageId.text(value.textValue()));
        }
        return value.isNumber() ? Optional.of(MessageId.number(value.asText())) : Optional.empty();
    }
}
