package dev.quietus.verify.gateway.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A server over Streamable HTTP that does what a test says: a call of a tool gets a stream that
 * stays open until the test says its end, and whose closing by the other side is seen.
 */
final class HttpStub implements AutoCloseable {
    final Heard heard = new Heard();
    final List<String> methods = new CopyOnWriteArrayList<>();
    final List<Stream> streams = new CopyOnWriteArrayList<>();
    private final String revision;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    HttpStub(String revision) throws IOException {
        this.revision = revision;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/mcp", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    private boolean isStateless() {
        return revision.equals("2026-07-28");
    }

    private void handle(HttpExchange exchange) throws IOException {
        methods.add(exchange.getRequestMethod());
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(
                    exchange.getRequestMethod().equals("DELETE") ? 200 : 405, -1);
            return;
        }
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        heard.add(text);
        JsonObject message = Json.parseObject(text);
        if (!isStateless()
                && !text.contains("\"initialize\"")
                && !text.contains("\"server/discover\"")
                && !List.of("s-1").equals(exchange.getRequestHeaders().get("Mcp-Session-Id"))) {
            exchange.sendResponseHeaders(400, -1);
            return;
        }
        String method = message.optionalString("method").orElse("");
        if (!message.has("id") || method.isEmpty()) {
            exchange.sendResponseHeaders(202, -1);
        } else if (method.equals("tools/call")) {
            Stream stream = new Stream(exchange, message);
            streams.add(stream);
            stream.hold();
        } else {
            answer(exchange, message, method);
        }
    }

    private void answer(HttpExchange exchange, JsonObject message, String method)
            throws IOException {
        String body = switch (method) {
            case "initialize" ->
                isStateless()
                        ? error(-32022, "Unsupported protocol version")
                        : "\"result\":{\"protocolVersion\":\"" + revision
                                + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
                                + "{\"name\":\"stub\",\"version\":\"1\"}}";
            case "server/discover" ->
                isStateless()
                        ? "\"result\":{\"resultType\":\"complete\",\"supportedVersions\":"
                                + "[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}"
                        : error(-32601, "Method not found");
            case "tools/list" -> "\"result\":{\"tools\":" + ScriptedServer.TOOLS + "}";
            default -> "\"result\":{}";
        };
        byte[] whole = ("{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedServer.id(message) + "," + body
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (method.equals("initialize") && !isStateless()) {
            exchange.getResponseHeaders().set("Mcp-Session-Id", "s-1");
        }
        exchange.sendResponseHeaders(body.startsWith("\"error") ? 400 : 200, whole.length);
        exchange.getResponseBody().write(whole);
        exchange.close();
    }

    private static String error(int code, String words) {
        return "\"error\":{\"code\":" + code + ",\"message\":\"" + words + "\"}";
    }

    /** The stream of one call. */
    static final class Stream {
        final JsonObject call;
        private final HttpExchange exchange;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean closed;

        Stream(HttpExchange exchange, JsonObject call) {
            this.exchange = exchange;
            this.call = call;
        }

        /** Whether the other side has closed it. */
        boolean isClosed() {
            return closed;
        }

        private void hold() throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try {
                do {
                    write(":\n\n");
                } while (!ended.await(50, TimeUnit.MILLISECONDS));
            } catch (IOException gone) {
                closed = true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        }

        private synchronized void write(String text) throws IOException {
            OutputStream out = exchange.getResponseBody();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        /** Says an event, or a part of one. */
        void say(String text) {
            try {
                write(text);
            } catch (IOException gone) {
                closed = true;
            }
        }

        /** Answers the call and ends. */
        void answer(String result) {
            say("data: {\"jsonrpc\":\"2.0\",\"id\":" + ScriptedServer.id(call) + ",\"result\":"
                    + result + "}\n\n");
            ended.countDown();
        }

        void end() {
            ended.countDown();
        }
    }

    @Override
    public void close() {
        streams.forEach(Stream::end);
        server.stop(0);
        threads.shutdownNow();
    }
}
