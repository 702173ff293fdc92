package dev.quietus.core.settlement;

import dev.quietus.core.operation.ToolName;

import java.util.Optional;

/** Finds the provider that does a tool's work. Safe for use by several threads. */
public interface ProviderDirectory {
    /**
     * The provider that the operation named, or else the one that declares its tool.
     *
     * @param named the provider that the operation named, if it did
     * @param tool the operation's tool
     */
    Optional<Provider> find(Optional<ProviderName> named, ToolName tool);

    /** A directory without providers. */
    static ProviderDirectory none() {
        return (named, tool) -> Optional.empty();
    }
}
