package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Reading;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The answer to one HTTP request: one message, or a stream of them. Read by one thread, closed by
 * any.
 */
final class HttpAnswer {
    private static final long USUAL_RETRY_MILLIS = 1_000;
    private static final long LONGEST_RETRY_MILLIS = 30_000;

    private final McpMessage asked;
    private final ClientReply reply;
    private final int longest;
    private final ServerListener listener;
    private Optional<CompletableFuture<?>> waiting = Optional.empty();
    private Optional<InputStream> body = Optional.empty();
    private volatile boolean closed;
    private volatile boolean answered;
    private volatile Optional<String> place = Optional.empty();
    private volatile long retryMillis = USUAL_RETRY_MILLIS;

    HttpAnswer(McpMessage asked, ClientReply reply, int longest, ServerListener listener) {
        this.asked = asked;
        this.reply = reply;
        this.longest = longest;
        this.listener = listener;
    }

    ClientReply reply() {
        return reply;
    }

    boolean isAnswered() {
        return answered;
    }

    boolean isClosed() {
        return closed;
    }

    /** Where the stream goes on; empty if it can't. */
    Optional<String> place() {
        return place;
    }

    long retryMillis() {
        return retryMillis;
    }

    /** Waits for the head of the answer, unless it is closed meanwhile. */
    HttpResponse<InputStream> await(CompletableFuture<HttpResponse<InputStream>> response)
            throws IOException, InterruptedException {
        synchronized (this) {
            waiting = Optional.of(response);
            if (closed) {
                response.cancel(true);
            }
        }
        try {
            HttpResponse<InputStream> head = response.get();
            synchronized (this) {
                body = Optional.of(head.body());
                if (closed) {
                    head.body().close();
                }
            }
            return head;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken
                    ? broken
                    : new IOException(String.valueOf(e.getCause()), e);
        } catch (java.util.concurrent.CancellationException e) {
            throw new IOException("closed", e);
        }
    }

    /** Reads it to its end. */
    void read(HttpResponse<InputStream> response) throws IOException {
        String type =
                response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        boolean good = response.statusCode() >= 200 && response.statusCode() < 300;
        try (InputStream in = response.body()) {
            if (good && type.startsWith("text/event-stream")) {
                reply.streams();
                events(new SseReader(in, longest));
            } else {
                whole(response, in.readNBytes(longest + 1));
            }
        }
    }

    private void whole(HttpResponse<InputStream> response, byte[] bytes) throws IOException {
        if (bytes.length > longest) {
            throw new IOException("an answer of more than " + longest + " bytes");
        }
        HttpStatus status = new HttpStatus(
                response.statusCode(), PassedHeaders.of(response.headers().map()), bytes);
        Optional<MessageId> id = asked.isRequest() ? asked.id() : Optional.empty();
        if (status.isGood() && bytes.length > 0) {
            Reading reading = HttpServerLink.reading(bytes);
            note(reading);
            HttpServerLink.take(reading, reply, EventMark.NONE, listener);
        } else if (id.isPresent()) {
            answered = true;
            listener.refused(id.get(), reply, status);
        } else {
            throw new IOException("HTTP " + response.statusCode());
        }
        if (id.isPresent() && !answered) {
            throw new IOException("HTTP " + response.statusCode() + " without the answer");
        }
    }

    private void events(SseReader events) throws IOException {
        for (Optional<SseEvent> event = events.next(); event.isPresent(); event = events.next()) {
            EventMark mark = event.get().mark();
            place = mark.id().filter(id -> !id.isEmpty()).or(() -> place);
            mark.retryMillis()
                    .ifPresent(millis -> retryMillis = Math.min(millis, LONGEST_RETRY_MILLIS));
            if (event.get().data().length == 0) {
                reply.mark(mark);
            } else {
                Reading reading = HttpServerLink.reading(event.get().data());
                note(reading);
                HttpServerLink.take(reading, reply, mark, listener);
            }
        }
    }

    private void note(Reading reading) {
        switch (reading) {
            case Reading.One(McpMessage message) ->
                answered |= message.isResponse() && message.id().equals(asked.id());
            case Reading.Batch(var parts) -> parts.forEach(this::note);
            case Reading.Broken _ -> {}
        }
    }

    /** Ends it at once, wherever it is. */
    void close() {
        synchronized (this) {
            closed = true;
            waiting.ifPresent(each -> each.cancel(true));
        }
        Optional<InputStream> open;
        synchronized (this) {
            open = body;
        }
        try {
            if (open.isPresent()) {
                open.get().close();
            }
        } catch (IOException gone) {
            listener.noise("a stream could not be closed: " + gone.getMessage());
        }
    }
}
