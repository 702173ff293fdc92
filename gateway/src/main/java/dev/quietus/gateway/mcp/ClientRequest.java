package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.run.ContentDigest;
import dev.quietus.gateway.run.Passage;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One request of the client on its way, from its arrival to its answer. Given up, it lets nothing
 * through to the client any more. Thread-safe.
 */
final class ClientRequest implements ClientReply {
    private final McpMessage message;
    private final ClientReply client;
    private final Optional<String> tool;
    private final ObjectNode params;
    private final CountDownLatch settled = new CountDownLatch(1);
    private final CountDownLatch calledOff = new CountDownLatch(1);
    private final AtomicLong lastActivityNanos = new AtomicLong(System.nanoTime());
    /** Held while something is put on the wire, which may take as long as the server likes. */
    private final ReentrantLock wire = new ReentrantLock();

    private Optional<Passage> passage = Optional.empty();
    private boolean readOnly;
    private boolean sent;
    private Optional<Ending> ending = Optional.empty();
    private String detail = "";

    ClientRequest(McpMessage message, ClientReply client, ObjectNode params) {
        this.message = message;
        this.client = client;
        this.params = params;
        this.tool = message.is("tools/call")
                ? Optional.of(params.path("name").asText(""))
                : Optional.empty();
    }

    MessageId id() {
        return message.id().orElseThrow();
    }

    McpMessage message() {
        return message;
    }

    /** Where the client reads, whatever became of the request. */
    ClientReply client() {
        return client;
    }

    /** The parameters; empty for other requests than those that are looked into. */
    ObjectNode params() {
        return params;
    }

    /** The tool that is called; empty for another request. */
    Optional<String> tool() {
        return tool;
    }

    /** The digest of the arguments, which are all of them that reaches the record. */
    String argumentsDigest() {
        return ContentDigest.ofJson(
                params.path("arguments").toString().getBytes(StandardCharsets.UTF_8));
    }

    boolean isHandshake() {
        return message.is("initialize");
    }

    /** What the client calls the request in progress notices. */
    Optional<JsonNode> progressToken() {
        return Optional.of(params.path("_meta").path("progressToken"))
                .filter(JsonNode::isValueNode)
                .filter(token -> !token.isNull());
    }

    /** Whether the client asks for a task, in the way of revision 2025-11-25. */
    boolean asksForTask() {
        return params.path("task").isObject();
    }

    synchronized void admitted(Passage through, boolean onlyReads) {
        passage = Optional.of(through);
        readOnly = onlyReads;
    }

    synchronized Optional<Passage> passage() {
        return passage;
    }

    synchronized boolean isReadOnly() {
        return readOnly;
    }

    synchronized boolean isSent() {
        return sent;
    }

    synchronized Optional<Ending> ending() {
        return ending;
    }

    synchronized String detail() {
        return detail;
    }

    /** Gives it up. The first reason stays. */
    synchronized void giveUp(Ending why, String inWords) {
        if (ending.isEmpty()) {
            ending = Optional.of(why);
            detail = inWords;
        }
    }

    /**
     * Sends it, unless it was given up before: either is first, and what calls it off comes behind
     * it on the wire.
     *
     * @return whether it was sent
     */
    boolean send(Runnable sending) {
        wire.lock();
        try {
            if (!mayBeSent()) {
                return false;
            }
            sending.run();
            return true;
        } finally {
            wire.unlock();
        }
    }

    private synchronized boolean mayBeSent() {
        boolean stopped =
                passage.filter(through -> through.scope().isCancelled()).isPresent();
        sent = ending.isEmpty() && !stopped;
        return sent;
    }

    /** Calls it off where it was sent. */
    void callOff(Runnable cancelling) {
        wire.lock();
        try {
            if (isSent()) {
                cancelling.run();
            }
        } finally {
            wire.unlock();
            calledOff.countDown();
        }
    }

    /** There is nothing to call off. */
    void nothingToCallOff() {
        calledOff.countDown();
    }

    boolean awaitCalledOff(long nanos) throws InterruptedException {
        return calledOff.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Something of it moves still. */
    void moved() {
        lastActivityNanos.set(System.nanoTime());
    }

    long lastActivityNanos() {
        return lastActivityNanos.get();
    }

    /** Nothing more is waited for. */
    void settle() {
        settled.countDown();
    }

    boolean isSettled() {
        return settled.getCount() == 0;
    }

    boolean awaitSettled(long nanos) throws InterruptedException {
        return settled.await(nanos, TimeUnit.NANOSECONDS);
    }

    private boolean isOpen() {
        return ending().isEmpty();
    }

    @Override
    public void message(McpMessage each, EventMark mark) {
        if (isOpen()) {
            client.message(each, mark);
        } else {
            moved();
        }
    }

    @Override
    public void mark(EventMark mark) {
        if (isOpen()) {
            client.mark(mark);
        }
    }

    @Override
    public void status(HttpStatus status) {
        if (isOpen()) {
            client.status(status);
        }
    }

    @Override
    public void streams() {
        if (isOpen()) {
            client.streams();
        }
    }

    @Override
    public void session(String id) {
        client.session(id);
    }

    @Override
    public void ended() {
        if (isOpen()) {
            client.ended();
        }
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
    public String toString() {
        return message.toString();
    }
}
