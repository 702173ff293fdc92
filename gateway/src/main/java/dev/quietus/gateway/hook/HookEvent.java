package dev.quietus.gateway.hook;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/**
 * What an agent tells of through a hook. Members that are not understood are left where they are.
 *
 * @param name the event, such as {@code PreToolUse}
 * @param session the agent's own session
 * @param agent the subagent in which it happened; empty: the agent itself
 * @param body all that was told
 */
record HookEvent(String name, String session, Optional<String> agent, JsonObject body) {
    private static final int LONGEST_NAME = 200;

    /**
     * Reads one.
     *
     * @throws JsonException if it names no event, or a member has the wrong type
     */
    static HookEvent read(JsonObject body) {
        return new HookEvent(
                body.string("hook_event_name"),
                body.optionalString("session_id").orElse(""),
                body.optionalString("agent_id").filter(id -> !id.isEmpty()),
                body);
    }

    /** The tool's name, as the agent calls it. */
    String tool() {
        String tool = body.string("tool_name");
        return tool.length() > LONGEST_NAME ? tool.substring(0, LONGEST_NAME) : tool;
    }

    /** The agent's id of the call. */
    Optional<String> call() {
        return body.optionalString("tool_use_id").filter(id -> !id.isEmpty());
    }

    /** What kind of subagent it is. */
    Optional<String> agentType() {
        return body.optionalString("agent_type").filter(type -> !type.isEmpty());
    }
}
