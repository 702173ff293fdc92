package dev.quietus.cli.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server on loopback that answers each call what it was told, in order; the last answer of a call
 * is given again and again. A call that nobody told it about is a problem with status 404. Keeps
 * what it was asked. Safe for several threads.
 */
public final class StubServer implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Deque<Reply>> replies = new HashMap<>();
    private final List<Asked> asked = new ArrayList<>();

    private StubServer(HttpServer server) {
        this.server = server;
    }

    private record Reply(int status, String type, String body) {}

    /**
     * A call as it came.
     *
     * @param call method, path and query: {@code GET /v1/runs?limit=200}
     * @param token what stood behind {@code Bearer}; empty: nothing
     * @param body the body
     */
    public record Asked(String call, String token, String body) {}

    /** A server that listens. */
    public static StubServer start() {
        try {
            HttpServer server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            StubServer stub = new StubServer(server);
            server.createContext("/", stub::answer);
            server.start();
            return stub;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Tells it what to answer to a call, given as {@code GET /v1/runs} without the query. */
    public StubServer on(String call, int status, String body) {
        return on(call, new Reply(status, "application/json", body));
    }

    /** The same with status 200. */
    public StubServer on(String call, String body) {
        return on(call, 200, body);
    }

    /** The same with events of a live stream, after which it ends. */
    public StubServer streams(String call, String events) {
        return on(call + " live", new Reply(200, "text/event-stream", events));
    }

    /** The same with a problem (RFC 9457). */
    public StubServer refuses(String call, int status, String code, String detail) {
        return on(
                call,
                new Reply(
                        status,
                        "application/problem+json",
                        "{\"title\":\"" + code.replace('_', ' ') + "\",\"status\":" + status
                                + ",\"code\":\"" + code + "\",\"detail\":\"" + detail + "\"}"));
    }

    private synchronized StubServer on(String call, Reply reply) {
        replies.computeIfAbsent(call, key -> new ArrayDeque<>()).add(reply);
        return this;
    }

    /** What it was asked so far. */
    public synchronized List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** The calls that it was asked so far. */
    public List<String> calls() {
        return asked().stream().map(Asked::call).toList();
    }

    /** The one body that came with a call of this method and path. */
    public String bodyOf(String call) {
        return asked().stream()
                .filter(each -> each.call().equals(call))
                .map(Asked::body)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = reply(exchange, body);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", reply.type());
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized Reply reply(HttpExchange exchange, String body) {
        String call =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath();
        String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                .map(text -> "?" + text)
                .orElse("");
        String token = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .map(text -> text.replaceFirst("^Bearer ", ""))
                .orElse("");
        asked.add(new Asked(call + query, token, body));
        boolean live = "text/event-stream".equals(exchange.getRequestHeaders().getFirst("Accept"));
        Deque<Reply> told = replies.getOrDefault(live ? call + " live" : call, new ArrayDeque<>());
        Reply next = told.size() > 1 ? told.poll() : told.peek();
        return next != null
                ? next
                : new Reply(
                        404,
                        "application/problem+json",
                        "{\"title\":\"not found\",\"status\":404,\"code\":\"not_found\","
                                + "\"detail\":\"there is no " + call + "\"}");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
