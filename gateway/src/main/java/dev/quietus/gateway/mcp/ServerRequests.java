package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The server's requests that wait for the client: sampling, elicitation, roots. Their ids are kept
 * apart from those of the other direction, which may be the same. Thread-safe.
 */
final class ServerRequests {
    private final int most;
    private final Map<MessageId, ClientReply> waiting = new HashMap<>();

    ServerRequests(int most) {
        this.most = most;
    }

    /** Takes one in; what is wrong with it otherwise. */
    synchronized Optional<String> take(McpMessage request, ClientReply asked) {
        if (waiting.size() >= most) {
            return Optional.of("too many requests of the server wait for the client");
        }
        return waiting.putIfAbsent(request.id().orElseThrow(), asked) == null
                ? Optional.empty()
                : Optional.of("a request of this id waits already");
    }

    /** The client has answered, or the server has taken it back. */
    synchronized Optional<ClientReply> remove(MessageId id) {
        return Optional.ofNullable(waiting.remove(id));
    }

    /** Nobody waits for them any more. */
    void end(BiConsumer<MessageId, ClientReply> each) {
        Map<MessageId, ClientReply> left;
        synchronized (this) {
            left = new HashMap<>(waiting);
            waiting.clear();
        }
        left.forEach(each);
    }
}
