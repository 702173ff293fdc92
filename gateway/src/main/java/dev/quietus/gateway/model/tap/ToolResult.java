package dev.quietus.gateway.model.tap;

import java.util.Optional;

/**
 * A tool's result that an agent gave to a model, as it passed.
 *
 * @param callId the id of the call; the tool's name where the API gives no ids
 * @param error whether the agent called it an error; empty where it says nothing
 */
public record ToolResult(String callId, Optional<Boolean> error) {}
