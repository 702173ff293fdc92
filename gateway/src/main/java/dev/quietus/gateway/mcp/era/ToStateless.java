package dev.quietus.gateway.mcp.era;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.link.ServerListener;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Revision;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client that shook hands, before a server for which each request stands for itself. What the
 * server asks for in a result is asked of the client as a request, and the call made once more with
 * the answers, after authority was asked again. Thread-safe.
 */
final class ToStateless {
    private static final Set<String> NOT_THERE =
            Set.of("resources/subscribe", "resources/unsubscribe", "tasks/list", "tasks/result");

    private final Supplier<ServerLink> link;
    private final ServerListener session;
    private final Asking asking;
    private final Function<String, Optional<String>> refusal;
    private final Map<MessageId, Round> open = new ConcurrentHashMap<>();
    private final Map<MessageId, Round> questions = new ConcurrentHashMap<>();
    private volatile Optional<Meta> meta = Optional.empty();
    private volatile Optional<McpMessage> discovered = Optional.empty();

    ToStateless(
            Supplier<ServerLink> link,
            ServerListener session,
            Asking asking,
            Function<String, Optional<String>> refusal) {
        this.link = link;
        this.session = session;
        this.asking = asking;
        this.refusal = refusal;
    }

    /** One request of the client: its current id at the server, and what is still to be asked. */
    private static final class Round {
        final McpMessage request;
        final ClientReply reply;
        final Map<MessageId, String> names = new ConcurrentHashMap<>();
        final ObjectNode responses = Meta.NODES.objectNode();
        volatile JsonNode state = Meta.NODES.missingNode();
        volatile MessageId current;
        volatile boolean cancelled;

        Round(McpMessage request, ClientReply reply) {
            this.request = request;
            this.reply = reply;
            this.current = request.id().orElseThrow();
        }
    }

    /** Whether the server is of the newer era, and then says so. */
    boolean welcome(McpMessage hello, ClientReply reply) {
        Meta said = Meta.ofHandshake(hello);
        Optional<McpMessage> found = asking.ask(
                link.get(),
                "server/discover",
                said.into(Meta.NODES.objectNode()),
                Translated.of(reply.headers()));
        if (found.filter(each -> each.object().has("supportedVersions")).isEmpty()) {
            return false;
        }
        meta = Optional.of(said);
        discovered = found;
        link.get().speaks(Revision.R2026_07_28);
        return true;
    }

    /** Answers the handshake in the server's place. */
    void answerHandshake(McpMessage hello, ClientReply reply) {
        ObjectNode found = discovered.orElseThrow().object();
        String wanted = hello.object().path("protocolVersion").asText("");
        Revision revision = Revision.of(wanted);
        ObjectNode result = Meta.NODES.objectNode();
        result.put(
                "protocolVersion",
                (revision.isStateless() ? Revision.R2025_11_25 : revision).date());
        result.set("capabilities", found.path("capabilities"));
        JsonNode info = found.path("_meta").path(Meta.PREFIX + "serverInfo");
        result.set(
                "serverInfo",
                info.isObject()
                        ? info
                        : Meta.NODES.objectNode().put("name", "server").put("version", "0"));
        if (found.path("instructions").isTextual()) {
            result.set("instructions", found.path("instructions"));
        }
        session.message(Messages.result(hello.id().orElseThrow(), result), reply, EventMark.NONE);
    }

    void send(McpMessage message, ClientReply reply) {
        switch (message.kind()) {
            case REQUEST -> request(message, reply);
            case RESPONSE -> response(message, reply);
            // Nothing that a client only tells has a place in the newer era.
            case NOTIFICATION -> reply.status(HttpStatus.of(202));
        }
    }

    private void request(McpMessage message, ClientReply reply) {
        MessageId id = message.id().orElseThrow();
        if (message.is("ping") || message.is("logging/setLevel")) {
            String level = message.object().path("level").asText("");
            if (!level.isEmpty()) {
                meta = meta.map(each -> each.withLevel(level));
            }
            session.message(Messages.result(id, Meta.NODES.objectNode()), reply, EventMark.NONE);
        } else if (NOT_THERE.contains(message.method())) {
            session.message(
                    Messages.error(
                            Optional.of(id),
                            MessageFault.NO_METHOD,
                            "quietus: the server speaks a newer revision, which has no "
                                    + message.method()),
                    reply,
                    EventMark.NONE);
        } else {
            Round round = new Round(message, reply);
            open.put(id, round);
            link.get()
                    .send(
                            message.withBody(meta.orElseThrow().into(message.object())),
                            new Translated(reply));
        }
    }

    void message(McpMessage message, ClientReply reply, EventMark mark) {
        Optional<Round> round =
                message.isResponse() ? message.id().map(open::remove) : Optional.empty();
        if (round.isEmpty()) {
            session.message(message, reply, mark);
            return;
        }
        ObjectNode result = message.isError() ? Meta.NODES.objectNode() : message.object();
        if (result.path("resultType").asText("").equals("input_required")) {
            ask(round.get(), result);
        } else {
            session.message(
                    message.withId(round.get().request.id().orElseThrow()),
                    round.get().reply,
                    mark);
        }
    }

    private void ask(Round round, ObjectNode result) {
        round.state = result.path("requestState");
        round.responses.removeAll();
        // All are there before the first is asked, or the first answer would look like the last.
        Map<MessageId, JsonNode> asked = new java.util.LinkedHashMap<>();
        result.path("inputRequests").properties().forEach(each -> {
            MessageId id = asking.id();
            round.names.put(id, each.getKey());
            questions.put(id, round);
            asked.put(id, each.getValue());
        });
        if (asked.isEmpty()) {
            again(round);
        }
        asked.forEach((id, question) -> session.message(
                Messages.request(id, question.path("method").asText(""), question.path("params")),
                round.reply,
                EventMark.NONE));
    }

    private void response(McpMessage answer, ClientReply reply) {
        reply.status(HttpStatus.of(202));
        Optional<Round> round = answer.id().map(questions::remove);
        if (round.isEmpty()) {
            return;
        }
        String name = round.get().names.remove(answer.id().orElseThrow());
        synchronized (round.get()) {
            if (answer.isError()) {
                round.get().responses.set(name, Meta.NODES.objectNode().put("action", "cancel"));
            } else {
                round.get().responses.set(name, answer.object());
            }
        }
        if (round.get().names.isEmpty()) {
            again(round.get());
        }
    }

    /** The call once more, with what the server wanted, if it still may be made. */
    private void again(Round round) {
        Optional<String> refused = round.request.is("tools/call")
                ? refusal.apply(round.request.object().path("name").asText(""))
                : Optional.empty();
        if (round.cancelled || refused.isPresent()) {
            session.message(
                    Messages.error(
                            round.request.id(),
                            MessageFault.GATEWAY,
                            "quietus: its next round was refused: " + refused.orElse("cancelled")),
                    round.reply,
                    EventMark.NONE);
            return;
        }
        MessageId id = asking.id();
        round.current = id;
        open.put(id, round);
        ObjectNode params = meta.orElseThrow().into(round.request.object());
        params.set("inputResponses", round.responses.deepCopy());
        if (!round.state.isMissingNode()) {
            params.set("requestState", round.state);
        }
        link.get()
                .send(
                        Messages.request(id, round.request.method(), params),
                        new Translated(round.reply));
    }

    boolean refused(MessageId request, ClientReply reply, HttpStatus status) {
        Round round = open.remove(request);
        if (round == null) {
            return false;
        }
        MessageId own = round.request.id().orElseThrow();
        Optional<McpMessage> said = status.message(request);
        if (said.isPresent()) {
            session.message(said.get().withId(own), round.reply, EventMark.NONE);
        } else {
            session.refused(own, round.reply, status);
        }
        return true;
    }

    /** The id that the client gave the request. */
    MessageId original(MessageId request) {
        Round round = open.remove(request);
        return round == null ? request : round.request.id().orElseThrow();
    }

    void cancel(MessageId request, String reason) {
        for (Round round : open.values()) {
            if (round.request.id().equals(Optional.of(request))) {
                round.cancelled = true;
                link.get().cancel(round.current, Optional.empty(), reason);
                return;
            }
        }
        questions.values().stream()
                .filter(round -> round.request.id().equals(Optional.of(request)))
                .forEach(round -> round.cancelled = true);
    }
}
