package dev.quietus.gateway.mcp.era;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.message.McpMessage;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client's reply under another era: what its HTTP request said of revision, session and method is
 * left out, since it was said of another message.
 *
 * @param client the client's own
 */
record Translated(ClientReply client) implements ClientReply {
    @Override
    public Map<String, List<String>> headers() {
        return of(client.headers());
    }

    static Map<String, List<String>> of(Map<String, List<String>> headers) {
        Map<String, List<String>> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!lower.startsWith("mcp-") && !lower.equals("last-event-id")) {
                kept.put(name, values);
            }
        });
        return kept;
    }

    @Override
    public void message(McpMessage message, EventMark mark) {
        client.message(message, mark);
    }

    @Override
    public void streams() {
        client.streams();
    }

    @Override
    public void status(HttpStatus status) {
        client.status(status);
    }

    @Override
    public void ended() {
        client.ended();
    }

    /** The reply as the session knows it. */
    static ClientReply back(ClientReply reply) {
        return reply instanceof Translated(ClientReply client) ? client : reply;
    }
}
