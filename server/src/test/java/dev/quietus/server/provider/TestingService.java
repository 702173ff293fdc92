package dev.quietus.server.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.server.http.HttpFront;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A real HTTP service on the loopback address that answers as a test says and keeps what came. */
final class TestingService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    /** What came: the target as it was on the wire. */
    record Request(String method, String target, Map<String, String> headers, String body) {
        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    /** What is answered; each character of the body is one byte. */
    record Reply(int status, Map<String, String> headers, String body) {
        static Reply of(int status) {
            return new Reply(status, Map.of(), "");
        }

        static Reply json(String body) {
            return json(200, body);
        }

        static Reply json(int status, String body) {
            return new Reply(status, Map.of("content-type", "application/json"), body);
        }

        static Reply redirect(int status, String location) {
            return new Reply(status, Map.of("location", location), "");
        }
    }

    TestingService(Function<Request, Reply> answers) throws IOException {
        HttpFront.setLimits();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
    }

    static TestingService answering(Reply reply) throws IOException {
        return new TestingService(request -> reply);
    }

    private void answer(HttpExchange exchange, Function<Request, Reply> answers)
            throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name, String.join(",", values)));
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            Reply reply = answers.apply(request);
            reply.headers()
                    .forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            byte[] body = reply.body().getBytes(StandardCharsets.ISO_8859_1);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    Request onlyRequest() {
        List<Request> all = requests();
        if (all.size() != 1) {
            throw new AssertionError("expected one request, found " + all);
        }
        return all.getFirst();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
