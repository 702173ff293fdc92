package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.gateway.mcp.message.McpMessage;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the server says of its tools, from the lists that pass. Hints, not proofs: what is not said
 * counts as an effect. Thread-safe.
 */
final class ToolNotes {
    private static final int MOST = 10_000;

    private final Map<String, JsonNode> tools = new HashMap<>();

    /**
     * Takes a list in.
     *
     * @param continued whether it goes on from an earlier page
     */
    synchronized void listed(McpMessage list, boolean continued) {
        JsonNode listed = list.object().path("tools");
        if (!listed.isArray()) {
            return;
        }
        if (!continued) {
            tools.clear();
        }
        for (JsonNode tool : listed) {
            String name = tool.path("name").asText("");
            if (!name.isEmpty() && tools.size() < MOST) {
                tools.put(name, tool);
            }
        }
    }

    /** Whether the server says that the tool only reads. */
    synchronized boolean isReadOnly(String tool) {
        return Optional.ofNullable(tools.get(tool))
                .filter(noted -> noted.path("annotations").path("readOnlyHint").asBoolean(false))
                .isPresent();
    }

    /** The schema of a tool's arguments; empty if it was not listed. */
    synchronized Optional<JsonNode> schema(String tool) {
        return Optional.ofNullable(tools.get(tool)).map(noted -> noted.path("inputSchema"));
    }
}
