package dev.quietus.server.provider;

import java.time.Duration;
import java.util.Optional;

/**
 * One declared request.
 *
 * @param method the HTTP method
 * @param path path and query below the base address, with placeholders
 * @param timeout what the whole call may take, redirects and body included
 * @param headers beyond those of the provider
 * @param body JSON with placeholders inside its strings
 */
record RequestDeclaration(
        String method,
        Template path,
        Duration timeout,
        FixedHeaders headers,
        Optional<Template> body) {}
