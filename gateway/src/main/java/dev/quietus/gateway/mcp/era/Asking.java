package dev.quietus.gateway.mcp.era;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The translation's own questions to the server. Thread-safe. */
final class Asking {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final String prefix = "quietus-era-" + UUID.randomUUID() + "-";
    private final AtomicLong number = new AtomicLong();
    private final Map<MessageId, CompletableFuture<McpMessage>> waiting = new ConcurrentHashMap<>();

    /** A new id that no client makes. */
    MessageId id() {
        return MessageId.text(prefix + number.incrementAndGet());
    }

    /** Asks; empty if it is refused or not answered in time. */
    Optional<McpMessage> ask(
            ServerLink link, String method, ObjectNode params, Map<String, List<String>> headers) {
        MessageId id = id();
        CompletableFuture<McpMessage> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        try {
            link.send(Messages.request(id, method, params), new Carrier(headers));
            return Optional.of(answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .filter(each -> !each.isError());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException
                | ExecutionException
                | java.util.concurrent.CancellationException noAnswer) {
            return Optional.empty();
        } finally {
            waiting.remove(id);
        }
    }

    /** Takes an answer; false if it is not one of ours. */
    boolean answered(McpMessage answer) {
        CompletableFuture<McpMessage> asked = answer.id().map(waiting::get).orElse(null);
        return asked != null && asked.complete(answer);
    }

    /** A question will not be answered; false if it is not one of ours. */
    boolean lost(MessageId id) {
        CompletableFuture<McpMessage> asked = waiting.get(id);
        return asked != null && asked.cancel(false);
    }

    /** Says over HTTP who asks, and hears nothing. */
    record Carrier(Map<String, List<String>> headers) implements ClientReply {
        @Override
        public void message(McpMessage message, EventMark mark) {}
    }
}
