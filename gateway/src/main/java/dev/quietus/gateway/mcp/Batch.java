package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Reading;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A batch of revision 2025-03-26: its parts go their ways one by one, their answers come back
 * together. Thread-safe.
 */
final class Batch implements ClientReply {
    private final ClientReply client;
    private final Consumer<byte[]> whole;
    private final List<McpMessage> answers = new ArrayList<>();
    private final Set<MessageId> open = new HashSet<>();
    private boolean allTaken;

    /**
     * Collects for this client.
     *
     * @param whole takes the array of all answers
     */
    Batch(ClientReply client, Consumer<byte[]> whole) {
        this.client = client;
        this.whole = whole;
    }

    /** Hands the parts on; what is no message is answered here. */
    void take(List<Reading> parts, BiConsumer<McpMessage, ClientReply> session) {
        List<McpMessage> sound = new ArrayList<>();
        synchronized (this) {
            for (Reading part : parts) {
                switch (part) {
                    case Reading.One(McpMessage message) -> add(message, sound);
                    case Reading.Broken(MessageFault fault) -> answers.add(fault.answer());
                    case Reading.Batch _ -> {}
                }
            }
        }
        sound.forEach(each -> session.accept(each, this));
        synchronized (this) {
            allTaken = true;
            sayWhole();
        }
    }

    private void add(McpMessage message, List<McpMessage> sound) {
        if (message.isRequest() && !open.add(message.id().orElseThrow())) {
            answers.add(
                    new MessageFault(MessageFault.NO_MESSAGE, message.id(), "the id is there twice")
                            .answer());
        } else {
            sound.add(message);
        }
    }

    @Override
    public synchronized void message(McpMessage message, EventMark mark) {
        if (message.isResponse() && message.id().filter(open::remove).isPresent()) {
            answers.add(message);
            sayWhole();
        } else {
            client.message(message, mark);
        }
    }

    private void sayWhole() {
        if (!allTaken || !open.isEmpty() || answers.isEmpty()) {
            return;
        }
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        for (McpMessage each : answers) {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(each.line());
        }
        array.write(']');
        answers.clear();
        whole.accept(array.toByteArray());
    }

    @Override
    public void session(String id) {
        client.session(id);
    }

    @Override
    public Map<String, List<String>> headers() {
        return client.headers();
    }

    @Override
    public Optional<String> lastEventId() {
        return client.lastEventId();
    }
}
