package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.MessageReader;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Reading;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A server behind Streamable HTTP. Each message is a request of its own, and its answer is one
 * message or a stream of events. Up to revision 2025-11-25 a request is given up by a notice, and a
 * stream that breaks is taken up again where the client can't do that itself; from 2026-07-28 on a
 * closed stream is the cancellation, and no notice is sent.
 */
public final class HttpServerLink implements ServerLink {
    private static final Duration NOTICE_LIMIT = Duration.ofSeconds(30);

    private final HttpPlan plan;
    private final ServerListener listener;
    private final HttpClient client;
    private final int longest;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<MessageId, HttpAnswer> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Speaks to a server by this plan.
     *
     * @param client follows no redirects; closed by whoever made it
     * @param longest the most bytes of a message
     */
    public HttpServerLink(HttpPlan plan, HttpClient client, int longest, ServerListener listener) {
        this.plan = plan;
        this.client = client;
        this.longest = longest;
        this.listener = listener;
    }

    @Override
    public void send(McpMessage message, ClientReply reply) {
        if (message.isRequest()) {
            HttpAnswer answer = new HttpAnswer(message, reply, longest, listener);
            open.put(message.id().orElseThrow(), answer);
            threads.execute(() -> ask(message, answer));
        } else {
            say(message, reply);
        }
    }

    /** Notices and answers go one after the other, as the client said them. */
    private void say(McpMessage message, ClientReply reply) {
        try {
            HttpResponse<InputStream> response = client.send(
                    plan.post(message, reply).timeout(NOTICE_LIMIT).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                reply.status(new HttpStatus(
                        response.statusCode(),
                        PassedHeaders.of(response.headers().map()),
                        body.readNBytes(longest)));
            }
            if (message.is("notifications/initialized") && !reply.resumes()) {
                open(ClientReply.NOBODY);
            }
        } catch (IOException e) {
            listener.noise("a notice did not reach the server: " + HttpPlan.words(e));
            reply.status(HttpStatus.of(502));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(McpMessage message, HttpAnswer answer) {
        MessageId id = message.id().orElseThrow();
        try {
            HttpResponse<InputStream> response = answer.await(client.sendAsync(
                    plan.post(message, answer.reply()).build(),
                    HttpResponse.BodyHandlers.ofInputStream()));
            if (message.is("initialize")) {
                response.headers().firstValue(PassedHeaders.SESSION).ifPresent(session -> {
                    plan.session(session);
                    answer.reply().session(session);
                });
            }
            answer.read(response);
            resume(message, answer);
        } catch (IOException e) {
            if (!answer.isClosed()) {
                listener.lost(id, "the way to the server broke: " + HttpPlan.words(e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(id, answer);
        }
    }

    /**
     * A stream that ended before the answer goes on elsewhere, where it has places to go on from.
     */
    private void resume(McpMessage message, HttpAnswer answer)
            throws IOException, InterruptedException {
        MessageId id = message.id().orElseThrow();
        for (int fruitless = 0; !answer.isAnswered() && !answer.isClosed(); fruitless++) {
            Optional<String> place = answer.place();
            if (place.isPresent() && answer.reply().resumes()) {
                answer.reply().ended();
                return;
            }
            if (place.isEmpty() || plan.isStateless() || fruitless == HttpPlan.MOST_RESUMES) {
                listener.lost(id, "the server's stream ended before its answer");
                return;
            }
            TimeUnit.MILLISECONDS.sleep(answer.retryMillis());
            try {
                answer.read(answer.await(client.sendAsync(
                        plan.get(ClientReply.NOBODY, place).build(),
                        HttpResponse.BodyHandlers.ofInputStream())));
            } catch (IOException e) {
                listener.noise("a stream could not be taken up again: " + HttpPlan.words(e));
            }
            if (!answer.place().equals(place)) {
                fruitless = 0;
            }
        }
    }

    @Override
    public void cancel(MessageId request, Optional<McpMessage> notice, String reason) {
        if (plan.isStateless()) {
            HttpAnswer answer = open.remove(request);
            if (answer != null) {
                answer.close();
            }
            return;
        }
        McpMessage said = notice.orElseGet(() -> Messages.cancelled(request, reason));
        HttpAnswer answer = open.get(request);
        say(said, answer == null ? ClientReply.NOBODY : new Silent(answer.reply()));
    }

    /** Goes by the headers of another reply, and says nothing there. */
    private record Silent(ClientReply other) implements ClientReply {
        @Override
        public void message(McpMessage message, EventMark mark) {}

        @Override
        public Map<String, java.util.List<String>> headers() {
            return other.headers();
        }

        @Override
        public boolean resumes() {
            return other.resumes();
        }
    }

    @Override
    public void open(ClientReply reply) {
        if (!plan.isStateless()) {
            threads.execute(() -> listen(reply));
        }
    }

    /** The stream of what belongs to no request, or one that the client takes up again. */
    private void listen(ClientReply reply) {
        HttpAnswer answer = new HttpAnswer(
                Messages.notification("quietus/stream", HttpPlan.NOTHING),
                reply,
                longest,
                listener);
        Optional<String> place = reply.lastEventId();
        try {
            do {
                HttpResponse<InputStream> response = answer.await(client.sendAsync(
                        plan.get(reply, place).build(), HttpResponse.BodyHandlers.ofInputStream()));
                if (response.statusCode() != 200) {
                    try (InputStream body = response.body()) {
                        reply.status(new HttpStatus(
                                response.statusCode(),
                                PassedHeaders.of(response.headers().map()),
                                body.readNBytes(longest)));
                    }
                    return;
                }
                answer.read(response);
                place = answer.place().or(reply::lastEventId);
                if (!reply.resumes()) {
                    TimeUnit.MILLISECONDS.sleep(answer.retryMillis());
                }
            } while (!reply.resumes() && !closed);
        } catch (IOException e) {
            if (!closed) {
                listener.noise("the server's stream of notices broke: " + HttpPlan.words(e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reply.ended();
        }
    }

    @Override
    public void speaks(Revision revision) {
        plan.speaks(revision);
    }

    /** Takes a message that came as the body of an answer, or in an event of it. */
    static void take(Reading reading, ClientReply reply, EventMark mark, ServerListener listener) {
        switch (reading) {
            case Reading.One(McpMessage message) -> listener.message(message, reply, mark);
            case Reading.Batch(var parts) ->
                parts.forEach(each -> take(each, reply, EventMark.NONE, listener));
            case Reading.Broken(MessageFault fault) ->
                listener.noise("the server sent what is no message (" + fault.why() + ")");
        }
    }

    static Reading reading(byte[] bytes) {
        return MessageReader.read(bytes);
    }

    @Override
    public Optional<String> end(String why, Duration limit) {
        closed = true;
        try {
            plan.delete().ifPresent(delete -> {
                try {
                    client.send(
                            delete.timeout(limit).build(), HttpResponse.BodyHandlers.discarding());
                } catch (IOException gone) {
                    listener.noise("the session could not be ended: " + HttpPlan.words(gone));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        } finally {
            close();
        }
        return Optional.empty();
    }

    @Override
    public boolean isOurs() {
        return false;
    }

    @Override
    public void close() {
        closed = true;
        open.values().forEach(HttpAnswer::close);
        threads.shutdownNow();
    }

    @Override
    public Optional<HttpStatus> delete(ClientReply reply) {
        return Optional.of(deleted(reply));
    }

    private HttpStatus deleted(ClientReply reply) {
        HttpRequest request = plan.delete(reply).timeout(NOTICE_LIMIT).build();
        try {
            HttpResponse<InputStream> response =
                    client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return new HttpStatus(
                        response.statusCode(),
                        PassedHeaders.of(response.headers().map()),
                        body.readNBytes(longest));
            }
        } catch (IOException e) {
            return HttpStatus.of(502);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HttpStatus.of(503);
        }
    }
}
