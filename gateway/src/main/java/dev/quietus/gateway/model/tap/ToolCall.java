package dev.quietus.gateway.model.tap;

import java.util.Optional;

/**
 * A tool that a model asked for, as it passed.
 *
 * @param id the API's id of the call; empty where the API gives none
 * @param name the tool's name as the model knows it
 * @param argumentsDigest {@code sha256:…} over the canonical form of its arguments (RFC 8785), or
 *     over the text where it is no JSON; empty if they were not seen whole
 * @param inHistory whether it was first seen in a request's history and not in an answer
 */
public record ToolCall(
        String id, String name, Optional<String> argumentsDigest, boolean inHistory) {}
