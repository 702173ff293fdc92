package dev.quietus.client.testing;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** How a {@link TestingServer} answers one request. */
@FunctionalInterface
public interface Reply {

    /** Answers. */
    void answer(HttpExchange exchange) throws IOException, InterruptedException;

    /** A JSON document. */
    static Reply json(int status, String body) {
        return text(status, "application/json", body);
    }

    /** A problem document with these further members, written as JSON without brackets. */
    static Reply problem(int status, String code, String members) {
        String more = members.isEmpty() ? "" : "," + members;
        return text(
                status,
                "application/problem+json",
                "{\"title\":\"no\",\"status\":" + status + ",\"code\":\"" + code
                        + "\",\"detail\":\"because\"" + more + "}");
    }

    /** Any text. */
    static Reply text(int status, String type, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        };
    }

    /** Nothing but a status. */
    static Reply empty(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    /** An event stream of these parts, each sent by itself, that ends behind the last. */
    static Reply stream(String... parts) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (String part : parts) {
                    out.write(part.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        };
    }

    /** The same with one more header. */
    default Reply with(String header, String value) {
        return exchange -> {
            exchange.getResponseHeaders().set(header, value);
            answer(exchange);
        };
    }
}
