package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.util.Optional;

/**
 * One conversation of a client with a server, the client's side of it: what comes in from the
 * client, and what is passed on. What comes back is {@link FromServer}. Thread-safe; messages of
 * one client are to be handed in by one thread, in their order.
 */
final class McpSession {
    private final SessionParts parts;
    private final SessionState state;
    private final FromServer fromServer;

    McpSession(SessionParts parts, ClientSide client) {
        this.parts = parts;
        this.state = new SessionState(parts, client);
        this.fromServer = new FromServer(parts, state);
    }

    /** Has a session at hand. */
    interface Opener {
        /**
         * The session; its server is started if it is not yet.
         *
         * @throws IOException if it can't be started, in words for the client
         */
        McpSession session() throws IOException;

        /** What is spoken in the session, as far as it is known. */
        Optional<Revision> revision();
    }

    /** Hears the server. */
    FromServer listener() {
        return fromServer;
    }

    /** Takes a message of the client. */
    void take(McpMessage message, ClientReply reply) {
        switch (message.kind()) {
            case REQUEST -> request(message, reply);
            case NOTIFICATION -> notice(message, reply);
            case RESPONSE -> response(message, reply);
        }
    }

    private void request(McpMessage message, ClientReply reply) {
        ObjectNode params;
        try {
            params = message.body() instanceof ObjectNode object
                    ? object
                    : JsonNodeFactory.instance.objectNode();
        } catch (IOException e) {
            refuse(
                    message,
                    reply,
                    MessageFault.BAD_PARAMS,
                    "a member of the params is there twice");
            return;
        }
        ClientRequest request = new ClientRequest(message, reply, params);
        if (state.isStopped() && !message.is("tools/call")) {
            afterStop(request);
            return;
        }
        switch (parts.requests().take(request)) {
            case ID_IN_USE ->
                refuse(
                        message,
                        reply,
                        MessageFault.NO_MESSAGE,
                        "a request of this id is not answered yet; take another id");
            case TOO_MANY ->
                refuse(
                        message,
                        reply,
                        MessageFault.GATEWAY,
                        "more than " + parts.settings().mostInFlight() + " requests wait");
            case YES -> taken(request);
        }
    }

    private static void refuse(McpMessage message, ClientReply reply, int code, String why) {
        reply.message(new MessageFault(code, message.id(), why).answer(), EventMark.NONE);
    }

    /** The server is gone or going; what can be said without it is said. */
    private void afterStop(ClientRequest request) {
        request.client()
                .message(
                        request.message().is("ping")
                                ? Messages.result(
                                        request.id(), JsonNodeFactory.instance.objectNode())
                                : CallingOff.answer(request, Ending.STOPPED),
                        EventMark.NONE);
    }

    private void taken(ClientRequest request) {
        parts.own().like(request);
        JsonNode said =
                request.params().path("_meta").path("io.modelcontextprotocol/protocolVersion");
        if (said.isTextual()) {
            state.speaks(Revision.of(said.textValue()));
        }
        if (request.tool().isPresent()) {
            parts.settings()
                    .callLimit()
                    .ifPresent(limit -> state.callingOff().limit(request, limit, () -> {}));
            parts.threads().execute(() -> state.calls().start(request));
            return;
        }
        if (request.isHandshake()) {
            state.callingOff().limit(request, parts.settings().startLimit(), () -> {
                parts.notes().accept("the server did not answer initialize in time; it is ended");
                state.endServer("it did not answer initialize in time");
            });
        } else {
            parts.settings()
                    .callLimit()
                    .ifPresent(limit -> state.callingOff().limit(request, limit, () -> {}));
        }
        if (!request.send(() -> parts.link().get().send(request.message(), request))) {
            state.callingOff().giveUp(request, Ending.STOPPED, "", Optional.empty());
        }
    }

    private void notice(McpMessage message, ClientReply reply) {
        if (message.is("notifications/cancelled")) {
            cancelled(message);
            reply.status(HttpStatus.of(202));
        } else if (state.isStopped()) {
            reply.status(HttpStatus.of(202));
        } else {
            parts.link().get().send(message, reply);
        }
    }

    /** The client takes a request back. What matches none of its open requests is nothing. */
    private void cancelled(McpMessage notice) {
        Messages.namedId(notice.object().path("requestId"))
                .flatMap(parts.requests()::live)
                .ifPresent(request -> state.callingOff()
                        .giveUp(request, Ending.TAKEN_BACK, "", Optional.of(notice)));
    }

    private void response(McpMessage message, ClientReply reply) {
        Optional<MessageId> id = message.id();
        if (id.isEmpty() || state.serverRequests().remove(id.get()).isEmpty()) {
            parts.notes().accept("the client answered a request that nobody has made");
            reply.status(HttpStatus.of(202));
            return;
        }
        parts.link().get().send(message, reply);
    }

    /** The client closed the stream of a request; what that means is a matter of the revision. */
    void streamClosed(ClientRequest request) {
        state.callingOff().giveUp(request, Ending.TAKEN_BACK, "", Optional.empty());
    }

    /** The request of that id that waits for its answer. */
    Optional<ClientRequest> live(MessageId id) {
        return parts.requests().live(id);
    }

    /** The revision that is spoken here, as far as it is known. */
    Optional<Revision> revision() {
        return state.revision();
    }

    /** Opens the stream for what belongs to no request. */
    void open(ClientReply reply) {
        parts.link().get().open(reply);
    }

    /** The run is stopped: gives everything up, waits for what still comes, ends the server. */
    void stop(String detail) {
        state.stop(detail);
    }

    /** The client is gone: the same without an answer to anybody. */
    void clientGone() {
        state.clientGone();
    }

    /** Whether the server has ended, or the way to it. */
    boolean isOver() {
        return state.isOver();
    }

    /** Whether nothing waits for an answer. */
    boolean isIdle() {
        return parts.requests().live().isEmpty();
    }

    ServerLink link() {
        return parts.link().get();
    }
}
