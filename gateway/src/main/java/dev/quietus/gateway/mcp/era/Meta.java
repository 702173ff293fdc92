package dev.quietus.gateway.mcp.era;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.Revision;

import java.util.Optional;

/**
 * What requests of the newer era carry in {@code _meta}.
 *
 * @param info who the client is
 * @param capabilities what it can do
 * @param level from which level on it wants log notices
 */
public record Meta(JsonNode info, JsonNode capabilities, Optional<String> level) {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    static final String PREFIX = "io.modelcontextprotocol/";
    private static final String REVISION = PREFIX + "protocolVersion";
    private static final String INFO = PREFIX + "clientInfo";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";
    private static final String LEVEL = PREFIX + "logLevel";

    /** What a handshake of the older era says. */
    static Meta ofHandshake(McpMessage initialize) {
        ObjectNode params = initialize.object();
        ObjectNode capabilities = params.path("capabilities") instanceof ObjectNode given
                ? given.deepCopy()
                : NODES.objectNode();
        capabilities.remove("tasks");
        return new Meta(params.path("clientInfo"), capabilities, Optional.empty());
    }

    /** What a request of the newer era says. */
    static Meta ofRequest(McpMessage request) {
        JsonNode meta = request.object().path("_meta");
        return new Meta(meta.path(INFO), meta.path(CAPABILITIES), Optional.empty());
    }

    /** Whether a request is of the newer era, so that a closed stream takes it back. */
    public static boolean isStateless(McpMessage request) {
        String said = request.object().path("_meta").path(REVISION).asText("");
        return !said.isEmpty() && Revision.of(said).isStateless();
    }

    Meta withLevel(String wanted) {
        return new Meta(info, capabilities, Optional.of(wanted));
    }

    /** Puts all of it into the parameters of a request. */
    ObjectNode into(ObjectNode params) {
        ObjectNode meta =
                params.path("_meta") instanceof ObjectNode own ? own : params.putObject("_meta");
        meta.put(REVISION, Revision.R2026_07_28.date());
        meta.set(CAPABILITIES, capabilities.isObject() ? capabilities : NODES.objectNode());
        if (info.isObject()) {
            meta.set(INFO, info);
        }
        level.ifPresent(each -> meta.put(LEVEL, each));
        return params;
    }

    /** Takes all of it out of the parameters of a request. */
    static ObjectNode outOf(ObjectNode params) {
        if (params.path("_meta") instanceof ObjectNode meta) {
            meta.remove(java.util.List.of(REVISION, CAPABILITIES, INFO, LEVEL));
            if (meta.isEmpty()) {
                params.remove("_meta");
            }
        }
        return params;
    }
}
