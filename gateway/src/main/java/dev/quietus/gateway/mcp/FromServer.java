package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.link.ServerListener;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Revision;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What comes from the server: answers find their requests, notices of what was given up go nowhere
 * but count as movement, requests for the client wait for it.
 */
final class FromServer implements ServerListener {
    private static final int MOST_NOISE = 20;

    private final SessionParts parts;
    private final SessionState state;
    private final AtomicInteger noise = new AtomicInteger();

    FromServer(SessionParts parts, SessionState state) {
        this.parts = parts;
        this.state = state;
    }

    @Override
    public void message(McpMessage message, ClientReply reply, EventMark mark) {
        switch (message.kind()) {
            case RESPONSE -> response(message, reply, mark);
            case REQUEST -> request(message, reply, mark);
            case NOTIFICATION -> notice(message, reply, mark);
        }
    }

    private void response(McpMessage message, ClientReply reply, EventMark mark) {
        Optional<MessageId> id = message.id();
        if (id.isEmpty()) {
            place(message, reply).message(message, mark);
            return;
        }
        if (parts.own().answered(message)) {
            return;
        }
        Optional<ClientRequest> request = parts.requests().live(id.get());
        if (request.isPresent() && take(request.get(), message)) {
            answered(request.get(), message, reply, mark);
            return;
        }
        Optional<ClientRequest> late = parts.requests().late(id.get());
        if (late.isPresent()) {
            late(late.get(), message);
        } else if (reply.lastEventId().isPresent() && !state.isStopped()) {
            reply.message(message, mark);
        } else {
            noise("the server answered a request that is not open");
        }
    }

    /** Takes the request out; a call that becomes a task keeps its progress token. */
    private boolean take(ClientRequest request, McpMessage message) {
        boolean task = request.tool().isPresent()
                && !message.isError()
                && TaskWord.ofCall(message.object()).isPresent();
        return task
                ? parts.requests().answeredByTask(request.id()).isPresent()
                : parts.requests().answered(request);
    }

    private void answered(
            ClientRequest request, McpMessage message, ClientReply reply, EventMark mark) {
        // A stream that the client took up again is where it reads now.
        ClientReply place = reply.equals(ClientReply.NOBODY) ? request : reply;
        if (request.tool().isPresent()) {
            if (reply.equals(ClientReply.NOBODY)) {
                // Others wait behind it on the same line.
                parts.threads()
                        .execute(() -> state.calls().answered(request, message, place, mark));
            } else {
                // The stream is its own, and must not be ended before this is handed on.
                state.calls().answered(request, message, place, mark);
            }
            return;
        }
        if (!message.isError()) {
            learn(request, message);
        }
        state.tasks().passed(request, message);
        request.settle();
        place.message(message, mark);
    }

    private void learn(ClientRequest request, McpMessage message) {
        if (request.isHandshake()) {
            JsonNode version = message.object().path("protocolVersion");
            if (version.isTextual()) {
                state.speaks(Revision.of(version.textValue()));
            }
        } else if (request.message().is("tools/list")) {
            parts.tools().listed(message, request.params().has("cursor"));
        }
    }

    private void late(ClientRequest request, McpMessage message) {
        if (request.tool().isPresent()) {
            parts.threads().execute(() -> state.calls().late(request, message));
        } else {
            state.tasks().passed(request, message);
            request.settle();
        }
    }

    private void request(McpMessage message, ClientReply reply, EventMark mark) {
        if (state.isStopped()) {
            moved(reply);
            refuse(message, "nobody is there to answer any more");
            return;
        }
        ClientReply place = place(message, reply);
        Optional<String> wrong = state.serverRequests().take(message, place);
        if (wrong.isPresent()) {
            refuse(message, wrong.get());
        } else {
            place.message(message, mark);
        }
    }

    private void refuse(McpMessage message, String why) {
        parts.link()
                .get()
                .send(
                        new MessageFault(MessageFault.GATEWAY, message.id(), why).answer(),
                        ClientReply.NOBODY);
    }

    private void notice(McpMessage message, ClientReply reply, EventMark mark) {
        switch (message.method()) {
            case "notifications/progress" -> progress(message, reply, mark);
            case "notifications/cancelled" -> takenBack(message, mark);
            case "notifications/tasks", "notifications/tasks/status" -> {
                state.tasks().noticed(message);
                pass(message, reply, mark);
            }
            default -> pass(message, reply, mark);
        }
    }

    /** Only of what the client waits for, and only under the token that the client gave. */
    private void progress(McpMessage message, ClientReply reply, EventMark mark) {
        parts.requests().byToken(message.object().path("progressToken")).ifPresent(request -> {
            boolean own = reply.equals(ClientReply.NOBODY) || reply.equals(request);
            if (state.isStopped() || request.ending().isPresent()) {
                request.moved();
            } else {
                (own ? request : place(message, reply)).message(message, mark);
            }
        });
    }

    /**
     * The server takes back a request of its own. A number of the other direction is another
     * request; only a subscription may be ended by the server, from revision 2026-07-28 on.
     */
    private void takenBack(McpMessage message, EventMark mark) {
        Optional<MessageId> named = Messages.namedId(message.object().path("requestId"));
        if (named.isEmpty() || state.isStopped()) {
            return;
        }
        Optional<ClientReply> asked = state.serverRequests().remove(named.get());
        if (asked.isPresent()) {
            asked.get().message(message, mark);
            return;
        }
        parts.requests()
                .live(named.get())
                .filter(request -> request.message().is("subscriptions/listen"))
                .filter(parts.requests()::answered)
                .ifPresent(request -> request.message(message, mark));
    }

    private void pass(McpMessage message, ClientReply reply, EventMark mark) {
        boolean ofGivenUp = reply.equals(ClientReply.NOBODY)
                && message.is("notifications/message")
                && parts.requests().onlyGivenUp();
        if (state.isStopped() || ofGivenUp) {
            moved(reply);
        } else {
            place(message, reply).message(message, mark);
        }
    }

    /** Something moves that nobody waits for: of which request, is known at best by its stream. */
    private void moved(ClientReply reply) {
        if (reply instanceof ClientRequest request) {
            request.moved();
        } else {
            parts.requests().givenUp().forEach(ClientRequest::moved);
        }
    }

    private ClientReply place(McpMessage message, ClientReply reply) {
        return reply.equals(ClientReply.NOBODY) ? state.client().place(message) : reply;
    }

    @Override
    public void refused(MessageId id, ClientReply reply, HttpStatus status) {
        if (parts.own().lost(id)) {
            return;
        }
        Optional<ClientRequest> request = parts.requests().answered(id);
        if (request.isEmpty()) {
            parts.requests()
                    .late(id)
                    .ifPresent(late -> state.callingOff()
                            .late(
                                    late,
                                    CallResult.failed(
                                            late, "the server answered HTTP " + status.code())));
            return;
        }
        request.get()
                .passage()
                .ifPresent(passage -> passage.finish(CallResult.failed(
                        request.get(), "the server answered HTTP " + status.code())));
        request.get().settle();
        if (reply.carriesStatus()) {
            reply.status(status);
        } else {
            reply.message(
                    status.message(id)
                            .orElseGet(() -> Messages.error(
                                    Optional.of(id),
                                    MessageFault.GATEWAY,
                                    "quietus: the server answered HTTP " + status.code())),
                    EventMark.NONE);
        }
    }

    @Override
    public void lost(MessageId id, String why) {
        if (parts.own().lost(id)) {
            return;
        }
        noise(why);
        parts.requests()
                .live(id)
                .ifPresent(request -> state.callingOff()
                        .giveUp(request, Ending.SERVER_GONE, why, Optional.empty()));
    }

    @Override
    public void noise(String what) {
        int count = noise.incrementAndGet();
        if (count < MOST_NOISE) {
            parts.notes().accept(what);
        } else if (count == MOST_NOISE) {
            parts.notes().accept(what + "; more of this is not shown");
        }
    }

    @Override
    public void ended(String why) {
        state.ended(why);
    }
}
