package dev.quietus.gateway.mcp;

import com.sun.net.httpserver.HttpExchange;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The answer to one HTTP request of a client: one message in JSON if that is all there is, else a
 * stream of events. Thread-safe; who writes to a client that is gone hears nothing of it.
 */
final class HttpReply implements ClientReply {
    /** Until a stream is begun for a client whose going away must be noticed. */
    private static final Duration BEGIN_STREAM = Duration.ofMillis(300);

    private static final Duration A_MOMENT = Duration.ofMillis(20);
    private static final Duration SIGN_OF_LIFE = Duration.ofMillis(500);
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final HttpExchange exchange;
    private final Map<String, List<String>> headers;
    private final Optional<MessageId> request;
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch streamWanted = new CountDownLatch(1);
    private Optional<OutputStream> stream = Optional.empty();
    private Optional<Consumer<String>> named = Optional.empty();
    private boolean finished;
    private volatile boolean gone;

    /**
     * Answers this exchange.
     *
     * @param request the id of the request whose answer ends it; empty for a stream without end
     */
    HttpReply(
            HttpExchange exchange, Map<String, List<String>> headers, Optional<MessageId> request) {
        this.exchange = exchange;
        this.headers = headers;
        this.request = request;
    }

    @Override
    public Map<String, List<String>> headers() {
        return headers;
    }

    @Override
    public boolean resumes() {
        return true;
    }

    @Override
    public boolean carriesStatus() {
        return true;
    }

    @Override
    public Optional<String> lastEventId() {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
    }

    /** Told the id of the session before the client hears it. */
    void onSession(Consumer<String> told) {
        named = Optional.of(told);
    }

    @Override
    public void session(String id) {
        named.ifPresent(each -> each.accept(id));
        synchronized (this) {
            if (stream.isEmpty()) {
                exchange.getResponseHeaders().set("Mcp-Session-Id", id);
            }
        }
    }

    @Override
    public synchronized void message(McpMessage message, EventMark mark) {
        boolean last =
                message.isResponse() && request.isPresent() && message.id().equals(request);
        if (last && stream.isEmpty() && !finished) {
            whole(200, message.raw());
            return;
        }
        event(Optional.of(message), mark);
        if (last) {
            finish();
        }
    }

    @Override
    public synchronized void mark(EventMark mark) {
        event(Optional.empty(), mark);
    }

    /** The stream is begun when it has something to carry, or nothing came for a moment. */
    @Override
    public void streams() {
        streamWanted.countDown();
    }

    /** The array of a batch's answers. */
    synchronized void batch(byte[] array) {
        whole(200, array);
    }

    @Override
    public synchronized void status(HttpStatus status) {
        if (finished || stream.isPresent()) {
            return;
        }
        status.headers().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("Mcp-Session-Id")) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        answer(status.code(), status.body());
    }

    @Override
    public synchronized void ended() {
        if (stream.isPresent()) {
            finish();
        } else if (request.isEmpty()) {
            status(HttpStatus.of(204));
        }
    }

    private void whole(int code, byte[] body) {
        if (!finished && stream.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            answer(code, body);
        }
    }

    private void answer(int code, byte[] body) {
        try {
            exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        } catch (IOException clientGone) {
            gone = true;
        }
        finish();
    }

    private void begin() {
        if (finished || stream.isPresent()) {
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, no-transform");
        exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
        try {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            stream = Optional.of(out);
            out.flush();
        } catch (IOException clientGone) {
            leave();
        }
    }

    private void event(Optional<McpMessage> message, EventMark mark) {
        begin();
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        message.ifPresent(each -> event.writeBytes(ascii("event: message\n")));
        mark.id().ifPresent(id -> event.writeBytes(ascii("id: " + id + "\n")));
        mark.retryMillis().ifPresent(millis -> event.writeBytes(ascii("retry: " + millis + "\n")));
        event.writeBytes(ascii("data: "));
        message.ifPresent(each -> event.writeBytes(each.line()));
        event.writeBytes(ascii("\n\n"));
        write(event.toByteArray());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(byte[] bytes) {
        if (stream.isEmpty() || finished) {
            return;
        }
        try {
            stream.get().write(bytes);
            stream.get().flush();
        } catch (IOException clientGone) {
            leave();
        }
    }

    private void leave() {
        gone = true;
        finish();
    }

    private void finish() {
        if (!finished) {
            finished = true;
            exchange.close();
            streamWanted.countDown();
            done.countDown();
        }
    }

    /** Whether the client was seen to be gone before everything was said. */
    boolean isGone() {
        return gone;
    }

    /**
     * Waits until everything is said.
     *
     * @param watched whether a client that goes away is to be noticed soon: a stream is begun then
     *     even where one message would be all
     */
    void await(boolean watched) throws InterruptedException {
        if (!watched) {
            streamWanted.await();
            if (!done.await(A_MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
                synchronized (this) {
                    begin();
                }
                done.await();
            }
            return;
        }
        if (!done.await(BEGIN_STREAM.toMillis(), TimeUnit.MILLISECONDS)) {
            do {
                synchronized (this) {
                    begin();
                    write(COMMENT);
                }
            } while (!done.await(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS));
        }
    }
}
