package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids of clients that share one session, because their requests belong to none: each request goes
 * on under an id, and reports progress under a token, that no other one has. Thread-safe.
 */
final class SharedIds {
    private static final String TOKEN = "progressToken";

    private final AtomicLong number = new AtomicLong();
    private final Map<MessageId, Shared> open = new ConcurrentHashMap<>();

    /**
     * A request with an id of its own.
     *
     * @param message as it goes on
     * @param reply where what belongs to it goes
     */
    record Shared(McpMessage message, ClientReply reply, MessageId original) {}

    /** Gives a request an id of its own. */
    Shared take(McpMessage request, ClientReply client) {
        MessageId original = request.id().orElseThrow();
        long next = number.incrementAndGet();
        MessageId id = original.json().startsWith("\"")
                ? MessageId.text("r" + next)
                : MessageId.number(next);
        McpMessage message = request.withId(id);
        Optional<JsonNode> token = Optional.empty();
        ObjectNode params = request.object();
        if (params.path("_meta") instanceof ObjectNode meta && meta.has(TOKEN)) {
            token = Optional.of(meta.get(TOKEN));
            meta.put(TOKEN, next);
            message = message.withBody(params);
        }
        Reply reply = new Reply(client, id, original, token);
        Shared shared = new Shared(message, reply, original);
        open.put(id, shared);
        return shared;
    }

    /** The one open request that a client calls so; empty if there are none or several. */
    Optional<MessageId> named(MessageId original) {
        List<MessageId> all = open.entrySet().stream()
                .filter(each -> each.getValue().original().equals(original))
                .map(Map.Entry::getKey)
                .toList();
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

    /** A client's notice that it takes a request back, under the id that the request has here. */
    McpMessage notice(McpMessage notice) {
        ObjectNode params = notice.object();
        Optional<MessageId> here = Messages.namedId(params.path("requestId")).flatMap(this::named);
        return here.map(id -> Messages.cancelled(id, params.path("reason").asText("")))
                .orElse(notice);
    }

    /** Forgets a request. */
    void done(Shared shared) {
        open.values().remove(shared);
    }

    /** Speaks to the client under its own id and token. */
    private final class Reply implements ClientReply {
        private final ClientReply client;
        private final MessageId id;
        private final MessageId original;
        private final Optional<JsonNode> token;

        Reply(ClientReply client, MessageId id, MessageId original, Optional<JsonNode> token) {
            this.client = client;
            this.id = id;
            this.original = original;
            this.token = token;
        }

        @Override
        public void message(McpMessage message, EventMark mark) {
            if (message.isResponse() && message.id().equals(Optional.of(id))) {
                open.remove(id);
                client.message(message.withId(original), mark);
            } else if (token.isPresent() && message.is("notifications/progress")) {
                ObjectNode params = message.object();
                params.set(TOKEN, token.get());
                client.message(message.withBody(params), mark);
            } else {
                client.message(message, mark);
            }
        }

        @Override
        public void mark(EventMark mark) {
            client.mark(mark);
        }

        @Override
        public void status(HttpStatus status) {
            open.remove(id);
            client.status(status);
        }

        @Override
        public void session(String session) {
            client.session(session);
        }

        @Override
        public void streams() {
            client.streams();
        }

        @Override
        public void ended() {
            client.ended();
        }

        @Override
        public Map<String, List<String>> headers() {
            return client.headers();
        }

        @Override
        public boolean resumes() {
            return client.resumes();
        }

        @Override
        public boolean carriesStatus() {
            return client.carriesStatus();
        }

        @Override
        public Optional<String> lastEventId() {
            return client.lastEventId();
        }
    }
}
