package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.message.McpMessage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Where a client over HTTP reads what came for no request in particular: a request of the server on
 * the stream of the newest open request, everything else on the open stream for notices; what finds
 * neither waits. Thread-safe.
 */
final class HttpPlaces implements ClientSide, ClientReply {
    private static final int MOST_WAITING = 100;

    private final Deque<ClientReply> requests = new ArrayDeque<>();
    private final Deque<McpMessage> waiting = new ArrayDeque<>();
    private Optional<ClientReply> stream = Optional.empty();

    synchronized void begin(ClientReply request) {
        requests.addLast(request);
    }

    synchronized void end(ClientReply request) {
        requests.remove(request);
    }

    /** Opens the stream for notices; false if there is one already. */
    synchronized boolean open(ClientReply reply) {
        if (stream.isPresent()) {
            return false;
        }
        stream = Optional.of(reply);
        reply.streams();
        List<McpMessage> late = new ArrayList<>(waiting);
        waiting.clear();
        late.forEach(each -> reply.message(each, EventMark.NONE));
        return true;
    }

    synchronized void close(ClientReply reply) {
        stream = stream.filter(each -> !each.equals(reply));
    }

    /** The stream for notices is at its end. */
    synchronized void endStream() {
        stream.ifPresent(ClientReply::ended);
    }

    @Override
    public synchronized ClientReply place(McpMessage message) {
        Optional<ClientReply> newest = Optional.ofNullable(requests.peekLast());
        return (message.isRequest() ? newest.or(() -> stream) : stream.or(() -> newest))
                .orElse(this);
    }

    /** Nobody reads: it waits, the oldest goes where there are too many. */
    @Override
    public synchronized void message(McpMessage message, EventMark mark) {
        if (waiting.size() == MOST_WAITING) {
            waiting.removeFirst();
        }
        waiting.addLast(message);
    }
}
