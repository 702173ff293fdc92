package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What the gateway itself asks of the server: what became of a task, what an observing tool shows.
 * The ids are texts that no client makes, so that they meet none of the client's. Thread-safe.
 */
final class OwnRequests {
    private final Supplier<ServerLink> link;
    private final String prefix = "quietus-" + UUID.randomUUID() + "-";
    private final AtomicLong number = new AtomicLong();
    private final Map<MessageId, CompletableFuture<McpMessage>> waiting = new ConcurrentHashMap<>();
    private volatile Optional<JsonNode> meta = Optional.empty();
    private volatile Map<String, List<String>> headers = Map.of();

    OwnRequests(Supplier<ServerLink> link) {
        this.link = link;
    }

    /** What requests of the client carry has to be carried by ours as well. */
    void like(ClientRequest request) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(request.headers());
        copy.keySet().removeIf(OwnRequests::isOfOneRequest);
        headers = copy;
        if (request.params().path("_meta").isObject()) {
            ObjectNode own = request.params().path("_meta").deepCopy();
            own.remove("progressToken");
            meta = Optional.of(own).filter(each -> !each.isEmpty()).map(JsonNode.class::cast);
        }
    }

    private static boolean isOfOneRequest(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return name.equals("mcp-method")
                || name.equals("mcp-name")
                || name.startsWith("mcp-param-")
                || name.equals("last-event-id");
    }

    /** Asks; empty if no answer comes in the time. */
    Optional<McpMessage> ask(String method, ObjectNode params, Duration limit) {
        MessageId id = MessageId.text(prefix + number.incrementAndGet());
        meta.ifPresent(each -> params.set("_meta", each));
        CompletableFuture<McpMessage> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        try {
            link.get().send(Messages.request(id, method, params), new Carrier(headers));
            return Optional.of(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException | ExecutionException | RuntimeException noAnswer) {
            return Optional.empty();
        } finally {
            waiting.remove(id);
        }
    }

    /** Takes an answer; false if it is not one of ours. */
    boolean answered(McpMessage answer) {
        CompletableFuture<McpMessage> asked = waiting.get(answer.id().orElseThrow());
        return asked != null && asked.complete(answer) || isOurs(answer.id().orElseThrow());
    }

    /** An answer that came too late is still an answer to us. */
    private boolean isOurs(MessageId id) {
        return id.json().startsWith("\"" + prefix);
    }

    /** None of them will be answered. */
    boolean lost(MessageId id) {
        CompletableFuture<McpMessage> asked = waiting.remove(id);
        if (asked != null) {
            asked.cancel(false);
        }
        return asked != null || isOurs(id);
    }

    void allLost() {
        waiting.keySet().forEach(this::lost);
    }

    /** Says over HTTP who asks, and hears nothing. */
    private record Carrier(Map<String, List<String>> headers) implements ClientReply {
        @Override
        public void message(McpMessage message, EventMark mark) {}
    }
}
