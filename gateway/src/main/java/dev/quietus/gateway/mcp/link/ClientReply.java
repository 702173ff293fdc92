package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the client reads what belongs to one message of its own: its standard input, or the answer
 * to one HTTP request. Thread-safe; nothing here fails when the client is gone.
 */
public interface ClientReply {
    /** Nobody reads; for what the gateway asks for itself. */
    ClientReply NOBODY = new ClientReply() {
        @Override
        public void message(McpMessage message, EventMark mark) {}

        @Override
        public String toString() {
            return "nobody";
        }
    };

    /** A message for the client. */
    void message(McpMessage message, EventMark mark);

    /** A place in the stream from which it can be taken up again. */
    default void mark(EventMark mark) {}

    /** The server answered over HTTP without a message. */
    default void status(HttpStatus status) {}

    /** The session's id, before anything else is said. */
    default void session(String id) {}

    /** The server answers with a stream of events. */
    default void streams() {}

    /** Nothing more comes here. */
    default void ended() {}

    /** The headers of the client's HTTP request, as far as they may be passed on. */
    default Map<String, List<String>> headers() {
        return Map.of();
    }

    /** Whether the client itself takes a broken stream up again. */
    default boolean resumes() {
        return false;
    }

    /** Whether an HTTP status can be handed to the client as it is. */
    default boolean carriesStatus() {
        return false;
    }

    /** Where the client wants to take a stream up again. */
    default Optional<String> lastEventId() {
        return Optional.empty();
    }
}
