package dev.quietus.gateway.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.gateway.mcp.era.Meta;
import dev.quietus.gateway.mcp.link.HttpStatus;
import dev.quietus.gateway.mcp.link.PassedHeaders;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageReader;
import dev.quietus.gateway.mcp.message.Reading;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Where clients come in over Streamable HTTP. Listens on this machine only, and only to requests
 * that name it: a web page elsewhere must not speak to it through somebody's browser.
 */
public final class HttpFront implements AutoCloseable {
    /** The path of the MCP endpoint. */
    public static final String PATH = "/mcp";

    /** Read once by the JDK, when the first server of the process is made. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private final McpGateway gateway;
    private final HttpSessions sessions;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HttpFront(McpGateway gateway, HttpServer server) {
        this.gateway = gateway;
        this.sessions = new HttpSessions(gateway);
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Opens it.
     *
     * @throws IOException if the address is not of this machine's own loopback, or is taken
     */
    public static HttpFront open(McpGateway gateway, InetSocketAddress address) throws IOException {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new IOException(
                    "an MCP gateway listens on a loopback address only, such as 127.0.0.1:0");
        }
        if (System.getProperty(NO_DELAY) == null) {
            // Else the end of each stream waits 40 ms for the client's acknowledgement.
            System.setProperty(NO_DELAY, "true");
        }
        return new HttpFront(gateway, HttpServer.create(address, 0));
    }

    /** Where it is reached. */
    public URI url() {
        InetSocketAddress at = server.getAddress();
        String host = at.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + at.getPort() + PATH);
    }

    private void handle(HttpExchange exchange) {
        HttpReply plain = new HttpReply(exchange, Map.of(), Optional.empty());
        try {
            if (!isFromHere(exchange)) {
                refuse(plain, 403, "this host or origin may not speak to the gateway");
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                refuse(plain, 404, "the MCP endpoint is " + PATH);
            } else {
                switch (exchange.getRequestMethod()) {
                    case "POST" -> post(exchange);
                    case "GET" -> get(exchange);
                    case "DELETE" -> delete(exchange);
                    default -> {
                        exchange.getResponseHeaders().set("Allow", "GET, POST, DELETE");
                        plain.status(HttpStatus.of(405));
                    }
                }
            }
        } catch (IOException e) {
            refuse(plain, 503, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            gateway.notes().accept("a request could not be served: " + e);
            refuse(plain, 500, "the gateway could not serve this request");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    /** The names that this machine has for itself, and pages that were loaded from it. */
    private static boolean isFromHere(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return host != null && isLocal("http://" + host) && (origin == null || isLocal(origin));
    }

    private static boolean isLocal(String address) {
        try {
            String host = URI.create(address).getHost();
            return host != null
                    && (host.equals("localhost")
                            || host.equals("[::1]")
                            || host.matches("127(\\.\\d{1,3}){3}"));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    static void refuse(HttpReply reply, int status, String why) {
        MessageFault fault = new MessageFault(MessageFault.GATEWAY, Optional.empty(), why);
        refuse(reply, status, fault);
    }

    private static void refuse(HttpReply reply, int status, MessageFault fault) {
        reply.status(new HttpStatus(
                status,
                Map.of("Content-Type", List.of("application/json")),
                fault.answer().raw()));
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        Map<String, List<String>> headers = PassedHeaders.of(exchange.getRequestHeaders());
        int longest = gateway.settings().longestMessage();
        byte[] body = exchange.getRequestBody().readNBytes(longest + 1);
        HttpReply plain = new HttpReply(exchange, headers, Optional.empty());
        if (body.length > longest) {
            refuse(plain, 413, "a message has at most " + longest + " bytes");
            return;
        }
        switch (MessageReader.read(body)) {
            case Reading.One(McpMessage message) -> one(exchange, headers, message);
            case Reading.Broken(MessageFault fault) -> refuse(plain, 400, fault);
            case Reading.Batch(List<Reading> parts) -> batch(plain, parts);
        }
    }

    private void one(HttpExchange exchange, Map<String, List<String>> headers, McpMessage message)
            throws IOException, InterruptedException {
        Optional<HttpSessions.Session> session = sessions.of(headers, message);
        HttpReply reply = new HttpReply(
                exchange, headers, message.isRequest() ? message.id() : Optional.empty());
        if (session.isEmpty()) {
            boolean named = HttpSessions.isNamed(headers);
            refuse(
                    reply,
                    named ? 404 : 400,
                    named
                            ? "there is no such session; initialize a new one"
                            : "the session is missing; initialize one");
            return;
        }
        boolean watched = message.isRequest() && Meta.isStateless(message);
        session.get().take(message, reply, watched);
    }

    private void batch(HttpReply reply, List<Reading> parts)
            throws IOException, InterruptedException {
        Optional<HttpSessions.Session> session = sessions.named(reply.headers());
        boolean allowed = session.flatMap(HttpSessions.Session::revision)
                .filter(Revision::hasBatches)
                .isPresent();
        if (!allowed) {
            refuse(
                    reply,
                    400,
                    new MessageFault(
                            MessageFault.NO_MESSAGE,
                            Optional.empty(),
                            "batches exist in revision 2025-03-26 only, and inside a session"));
            return;
        }
        boolean asks = parts.stream()
                .anyMatch(part ->
                        !(part instanceof Reading.One(McpMessage each)) || each.isRequest());
        new Batch(reply, reply::batch).take(parts, session.get()::hand);
        if (asks) {
            reply.await(false);
        } else {
            reply.status(HttpStatus.of(202));
        }
    }

    private void get(HttpExchange exchange) throws IOException, InterruptedException {
        Map<String, List<String>> headers = PassedHeaders.of(exchange.getRequestHeaders());
        HttpReply reply = new HttpReply(exchange, headers, Optional.empty());
        Optional<HttpSessions.Session> session = sessions.forStream(headers);
        if (session.isEmpty()) {
            exchange.getResponseHeaders().set("Allow", "POST");
            refuse(reply, 405, "there is no stream without a session");
            return;
        }
        session.get().open(reply);
    }

    private void delete(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = PassedHeaders.of(exchange.getRequestHeaders());
        HttpReply reply = new HttpReply(exchange, headers, Optional.empty());
        Optional<HttpSessions.Session> session = sessions.named(headers);
        if (session.isEmpty()) {
            refuse(reply, 404, "there is no such session");
        } else {
            reply.status(sessions.end(session.get(), reply));
        }
    }

    /** No more requests; those that are open are ended. */
    @Override
    public void close() {
        sessions.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
