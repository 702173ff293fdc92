package dev.quietus.gateway.mcp.message;

import java.util.List;

/** What came of reading bytes. */
public sealed interface Reading {
    /**
     * One message.
     *
     * @param message the message
     */
    record One(McpMessage message) implements Reading {}

    /**
     * Several in an array, as revision 2025-03-26 allows.
     *
     * @param parts what each of them is; never another batch
     */
    record Batch(List<Reading> parts) implements Reading {
        /** Copies the list. */
        public Batch {
            parts = List.copyOf(parts);
        }
    }

    /**
     * No message.
     *
     * @param fault what is wrong
     */
    record Broken(MessageFault fault) implements Reading {}
}
