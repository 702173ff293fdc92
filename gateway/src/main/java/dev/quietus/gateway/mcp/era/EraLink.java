package dev.quietus.gateway.mcp.era;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.link.ServerListener;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Revision;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The way to a server that may be of another era than its client. Which era a server is of is found
 * out when it matters: when it refuses a handshake, or is asked without one. Thread-safe.
 */
public final class EraLink implements ServerLink, ServerListener {
    private enum Mode {
        AS_IT_IS,
        TO_STATELESS,
        TO_LEGACY
    }

    private final ServerListener session;
    private final Executor threads;
    private final ToStateless toStateless;
    private final Asking asking = new Asking();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Map<MessageId, McpMessage> handshakes = new ConcurrentHashMap<>();
    private final Object deciding = new Object();
    private volatile Optional<ServerLink> real = Optional.empty();
    private volatile Optional<Mode> mode = Optional.empty();

    /**
     * Stands before a way that is still to be opened.
     *
     * @param session hears the server in the client's era
     * @param refusal why a tool may not be asked again; empty if it may
     */
    public EraLink(
            ServerListener session, Executor threads, Function<String, Optional<String>> refusal) {
        this.session = session;
        this.threads = threads;
        this.toStateless = new ToStateless(this::link, session, asking, refusal);
    }

    /** Hands over the way. */
    public void over(ServerLink link) {
        real = Optional.of(link);
        opened.countDown();
    }

    private ServerLink link() {
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return real.orElseThrow(() -> new IllegalStateException("there is no way yet"));
    }

    private boolean is(Mode wanted) {
        return mode.filter(wanted::equals).isPresent();
    }

    @Override
    public void send(McpMessage message, ClientReply reply) {
        if (is(Mode.TO_STATELESS)) {
            toStateless.send(message, reply);
        } else if (is(Mode.TO_LEGACY)) {
            sendToLegacy(message, reply);
        } else if (mode.isEmpty()
                && message.isRequest()
                && !message.is("server/discover")
                && Meta.isStateless(message)) {
            threads.execute(() -> {
                decide(message, reply);
                send(message, reply);
            });
        } else {
            if (message.is("initialize")) {
                message.id().ifPresent(id -> handshakes.put(id, message));
            }
            link().send(message, reply);
        }
    }

    /** The client needs no handshake: does the server? */
    private void decide(McpMessage request, ClientReply reply) {
        synchronized (deciding) {
            if (mode.isPresent()) {
                return;
            }
            Meta meta = Meta.ofRequest(request);
            var headers = Translated.of(reply.headers());
            ObjectNode nothing = Meta.NODES.objectNode();
            if (asking.ask(link(), "server/discover", meta.into(nothing), headers)
                    .isPresent()) {
                mode = Optional.of(Mode.AS_IT_IS);
                return;
            }
            ObjectNode hello = Meta.NODES.objectNode();
            hello.put("protocolVersion", Revision.R2025_11_25.date());
            hello.set("capabilities", Meta.NODES.objectNode());
            hello.set(
                    "clientInfo",
                    meta.info().isObject()
                            ? meta.info()
                            : Meta.NODES.objectNode().put("name", "client").put("version", "0"));
            Optional<McpMessage> welcome = asking.ask(link(), "initialize", hello, headers);
            if (welcome.isEmpty()) {
                mode = Optional.of(Mode.AS_IT_IS);
                return;
            }
            link().speaks(Revision.of(
                    welcome.get().object().path("protocolVersion").asText("")));
            mode = Optional.of(Mode.TO_LEGACY);
            link().send(
                            Messages.notification(
                                    "notifications/initialized", Meta.NODES.objectNode()),
                            new Asking.Carrier(headers));
        }
    }

    private void sendToLegacy(McpMessage message, ClientReply reply) {
        if (message.is("subscriptions/listen") || message.is("server/discover")) {
            session.message(
                    Messages.error(
                            message.id(),
                            -32601,
                            "quietus: the server speaks an older revision, which has no "
                                    + message.method()),
                    reply,
                    EventMark.NONE);
            return;
        }
        ObjectNode params = Meta.outOf(message.object());
        boolean changed = message.isRequest() && Meta.isStateless(message);
        link().send(changed ? message.withBody(params) : message, new Translated(reply));
    }

    @Override
    public void message(McpMessage message, ClientReply reply, EventMark mark) {
        ClientReply own = Translated.back(reply);
        if (message.isResponse() && asking.answered(message)) {
            return;
        }
        if (is(Mode.TO_STATELESS)) {
            toStateless.message(message, own, mark);
        } else if (is(Mode.TO_LEGACY)) {
            fromLegacy(message, own, mark);
        } else if (message.isResponse() && message.isError() && refusedHandshake(message, own)) {
            return;
        } else {
            if (message.isResponse() && !message.isError() && mode.isEmpty()) {
                learn(message);
            }
            session.message(message, own, mark);
        }
    }

    private void learn(McpMessage message) {
        if (message.id().map(handshakes::remove).isPresent()
                || message.object().has("supportedVersions")) {
            mode = Optional.of(Mode.AS_IT_IS);
        }
    }

    private void fromLegacy(McpMessage message, ClientReply reply, EventMark mark) {
        if (message.isRequest()) {
            link().send(
                            Messages.error(
                                    message.id(),
                                    -32601,
                                    "quietus: a client of a newer revision can't be asked"),
                            ClientReply.NOBODY);
            return;
        }
        JsonNode result = message.isResponse() && !message.isError()
                ? message.object()
                : Meta.NODES.missingNode();
        session.message(
                result instanceof ObjectNode object && !object.has("resultType")
                        ? message.withBody(object.put("resultType", "complete"))
                        : message,
                reply,
                mark);
    }

    /** A server that refuses a handshake may be one that needs none. */
    private boolean refusedHandshake(McpMessage error, ClientReply reply) {
        Optional<McpMessage> hello = error.id().map(handshakes::remove);
        hello.ifPresent(each -> threads.execute(() -> {
            if (toStateless.welcome(each, reply)) {
                mode = Optional.of(Mode.TO_STATELESS);
                toStateless.answerHandshake(each, reply);
            } else {
                session.message(error, reply, EventMark.NONE);
            }
        }));
        return hello.isPresent();
    }

    @Override
    public void refused(MessageId request, ClientReply reply, HttpStatus status) {
        ClientReply own = Translated.back(reply);
        if (asking.lost(request) || toStateless.refused(request, own, status)) {
            return;
        }
        McpMessage hello = handshakes.remove(request);
        if (hello == null) {
            session.refused(request, own, status);
            return;
        }
        threads.execute(() -> {
            if (toStateless.welcome(hello, own)) {
                mode = Optional.of(Mode.TO_STATELESS);
                toStateless.answerHandshake(hello, own);
            } else {
                session.refused(request, own, status);
            }
        });
    }

    @Override
    public void lost(MessageId request, String why) {
        if (!asking.lost(request)) {
            session.lost(toStateless.original(request), why);
        }
    }

    @Override
    public void noise(String what) {
        session.noise(what);
    }

    @Override
    public void ended(String why) {
        session.ended(why);
    }

    @Override
    public void cancel(MessageId request, Optional<McpMessage> notice, String reason) {
        if (is(Mode.TO_STATELESS)) {
            toStateless.cancel(request, reason);
        } else {
            link().cancel(request, notice, reason);
        }
    }

    @Override
    public void open(ClientReply reply) {
        link().open(reply);
    }

    @Override
    public Optional<HttpStatus> delete(ClientReply reply) {
        return link().delete(reply);
    }

    /** What the client speaks; where that is translated, the server's own is known already. */
    @Override
    public void speaks(Revision revision) {
        if (mode.isEmpty() || is(Mode.AS_IT_IS)) {
            link().speaks(revision);
        }
    }

    @Override
    public Optional<String> end(String why, Duration limit) {
        return link().end(why, limit);
    }

    @Override
    public boolean isOurs() {
        return link().isOurs();
    }

    @Override
    public void close() {
        link().close();
    }
}
