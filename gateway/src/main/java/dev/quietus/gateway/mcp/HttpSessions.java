package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.era.Meta;
import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions of clients that come in over HTTP. Where the server keeps sessions itself their ids
 * are the server's; in front of a server of our own the gateway gives them, and each session has a
 * server process to itself. Requests that belong to none share one. Thread-safe.
 */
final class HttpSessions {
    private static final String HEADER = "Mcp-Session-Id";

    private final McpGateway gateway;
    private final Map<String, Session> named = new ConcurrentHashMap<>();
    private Optional<Session> shared = Optional.empty();

    HttpSessions(McpGateway gateway) {
        this.gateway = gateway;
    }

    private static Optional<String> id(Map<String, List<String>> headers) {
        return Optional.ofNullable(headers.get(HEADER)).map(List::getFirst);
    }

    /** Whether a request names a session, be it there or not. */
    static boolean isNamed(Map<String, List<String>> headers) {
        return id(headers).isPresent();
    }

    /** The session of a message; empty if it names one that is not there. */
    Optional<Session> of(Map<String, List<String>> headers, McpMessage message) throws IOException {
        Optional<String> id = id(headers);
        if (id.isPresent()) {
            return named(headers);
        }
        if (message.is("initialize")) {
            return Optional.of(opened());
        }
        // A server of our own has sessions, and only what stands for itself goes without one.
        return gateway.givesSessions() || Meta.isStateless(message)
                ? Optional.of(sharedOne())
                : Optional.empty();
    }

    /**
     * The session that the headers name. One that only the server knows, from before this gateway
     * was there, is taken on.
     */
    Optional<Session> named(Map<String, List<String>> headers) throws IOException {
        Optional<String> id = id(headers);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        Session known = named.get(id.get());
        if (known == null && gateway.givesSessions()) {
            known = named(id.get(), open(Optional.empty()));
        }
        return Optional.ofNullable(known);
    }

    private Session named(String id, Session fresh) {
        Session earlier = named.putIfAbsent(id, fresh);
        return earlier == null ? fresh : earlier;
    }

    /** The session whose stream for notices is asked for; empty if there is no such stream. */
    Optional<Session> forStream(Map<String, List<String>> headers) throws IOException {
        return id(headers).isPresent() || !gateway.givesSessions()
                ? named(headers)
                : Optional.of(sharedOne());
    }

    private Session opened() throws IOException {
        if (gateway.givesSessions()) {
            return open(Optional.empty());
        }
        String id = UUID.randomUUID().toString();
        return named(id, open(Optional.of(id)));
    }

    private synchronized Session sharedOne() throws IOException {
        if (shared.filter(each -> !each.session.isOver()).isEmpty()) {
            Session fresh = open(Optional.empty());
            fresh.isShared = true;
            shared = Optional.of(fresh);
        }
        return shared.orElseThrow();
    }

    /** A session that the server gave no id: who comes without one from now on shares it. */
    private synchronized void adopt(Session fresh) {
        if (shared.filter(each -> !each.session.isOver()).isEmpty()) {
            fresh.isShared = true;
            shared = Optional.of(fresh);
        } else {
            gateway.release(fresh.session);
        }
    }

    /** Makes room where clients went away without a word: the longest idle session goes. */
    private void makeRoom() {
        if (named.size() < gateway.settings().mostSessions() - 2) {
            return;
        }
        named.entrySet().stream()
                .filter(each -> each.getValue().session.isIdle())
                .min(Comparator.comparingLong(each -> each.getValue().usedNanos))
                .ifPresent(oldest -> {
                    named.remove(oldest.getKey(), oldest.getValue());
                    oldest.getValue().places.endStream();
                    gateway.release(oldest.getValue().session);
                });
    }

    private Session open(Optional<String> id) throws IOException {
        makeRoom();
        HttpPlaces places = new HttpPlaces();
        return new Session(gateway.open(places), places, id);
    }

    /** Ends a session for its client. */
    HttpStatus end(Session session, HttpReply reply) throws IOException {
        Optional<HttpStatus> answer = session.session.link().delete(reply);
        if (answer.isEmpty() || answer.get().isGood()) {
            named.values().remove(session);
            session.places.endStream();
            gateway.clientGone(session.session);
        }
        return answer.orElse(HttpStatus.of(200));
    }

    void close() {
        named.values().forEach(each -> each.places.endStream());
        named.clear();
    }

    /** One session. */
    final class Session {
        private final McpSession session;
        private final HttpPlaces places;
        private final Optional<String> id;
        private final SharedIds ids = new SharedIds();
        private volatile boolean isShared;
        private volatile long usedNanos = System.nanoTime();

        Session(McpSession session, HttpPlaces places, Optional<String> id) {
            this.session = session;
            this.places = places;
            this.id = id;
        }

        Optional<Revision> revision() {
            return session.revision();
        }

        /** Takes a message and waits until its answer is said. */
        void take(McpMessage message, HttpReply reply, boolean watched)
                throws InterruptedException {
            usedNanos = System.nanoTime();
            if (!message.isRequest()) {
                session.take(isShared ? ids.notice(message) : message, reply);
                reply.await(false);
                return;
            }
            if (message.is("initialize")) {
                id.ifPresent(reply::session);
            }
            if (!isShared) {
                if (message.is("initialize")) {
                    reply.onSession(given -> named(given, this));
                }
                follow(message, reply, reply, watched);
                if (message.is("initialize") && !named.containsValue(this)) {
                    adopt(this);
                }
                return;
            }
            SharedIds.Shared own = ids.take(message, reply);
            try {
                follow(own.message(), own.reply(), reply, watched);
            } finally {
                ids.done(own);
            }
        }

        private void follow(McpMessage message, ClientReply reply, HttpReply whole, boolean watched)
                throws InterruptedException {
            places.begin(reply);
            try {
                session.take(message, reply);
                whole.await(watched);
                MessageId request = message.id().orElseThrow();
                if (watched && whole.isGone()) {
                    session.live(request).ifPresent(session::streamClosed);
                }
            } finally {
                places.end(reply);
            }
        }

        /** Takes a part of a batch. */
        void hand(McpMessage message, ClientReply reply) {
            session.take(message, reply);
        }

        void open(HttpReply reply) throws InterruptedException {
            if (gateway.givesSessions()) {
                session.open(reply);
            } else if (!places.open(reply)) {
                HttpFront.refuse(reply, 409, "the session has such a stream already");
            }
            reply.await(!gateway.givesSessions());
            places.close(reply);
        }
    }
}
