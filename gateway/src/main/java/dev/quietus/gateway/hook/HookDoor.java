package dev.quietus.gateway.hook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.run.GatewayRun;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Where the hooks of one run's agent call: HTTP on loopback, at an address that holds a secret, so
 * that no other user of the machine can ask in the run's name. Thread-safe.
 *
 * <p>A question that can't be understood is answered with an error, never with a yes; the hooks
 * that Quietus sets up take an error for a refusal.
 */
public final class HookDoor implements AutoCloseable {
    private static final int MOST_BYTES = 32 << 20;
    private static final JsonLimits LIMITS = new JsonLimits(MOST_BYTES, 512);
    private static final int SECRET_BYTES = 24;
    private static final int BACKLOG = 256;

    private final HttpServer server;
    private final ExecutorService threads;
    private final HookDesk desk;
    private final String secret;

    private HookDoor(HttpServer server, ExecutorService threads, HookDesk desk, String secret) {
        this.server = server;
        this.threads = threads;
        this.desk = desk;
        this.secret = secret;
    }

    /**
     * Opens a door on a free port.
     *
     * @param run the agent's run
     * @param rules what is known of its tools
     * @throws IOException when no port can be had
     */
    public static HookDoor open(GatewayRun run, HookRules rules) throws IOException {
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            // Else an answer in two parts waits 40 ms for the acknowledgement of the first.
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HookDoor door = new HookDoor(
                server, threads, new HookDesk(run, rules), HexFormat.of().formatHex(random));
        server.setExecutor(threads);
        server.createContext("/", door::handle);
        server.start();
        return door;
    }

    /** The address for the hooks of an agent; whoever has it can ask in the run's name. */
    public String url(HookDialect dialect) {
        return base() + "/" + dialect.wireName();
    }

    /** What the addresses of all dialects begin with: a slash and the dialect's name follow. */
    public String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + secret;
    }

    /**
     * The agent has ended with everything that it started, and that is proven: what its hooks left
     * in flight is finished with what is known.
     *
     * @return how many pieces of work that were
     */
    public int agentEnded(AgentEnd end) {
        return desk.agentEnded(end);
    }

    /** What came through so far. */
    public HookCounts counts() {
        return desk.counts();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional<HookDialect> dialect = dialect(exchange.getRequestURI().getRawPath());
            if (dialect.isEmpty()) {
                send(exchange, 404, "there is nothing here");
            } else if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, 405, "a hook is told with POST");
            } else {
                answer(exchange, dialect.get());
            }
        }
    }

    private Optional<HookDialect> dialect(String path) {
        int slash = path.indexOf('/', 1);
        if (slash < 0) {
            return Optional.empty();
        }
        byte[] shown = path.substring(1, slash).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(shown, secret.getBytes(StandardCharsets.UTF_8))
                ? HookDialect.of(path.substring(slash + 1))
                : Optional.empty();
    }

    private void answer(HttpExchange exchange, HookDialect dialect) throws IOException {
        byte[] body;
        try (InputStream in = exchange.getRequestBody()) {
            body = in.readNBytes(MOST_BYTES + 1);
        }
        if (body.length > MOST_BYTES) {
            send(exchange, 413, "an event has at most " + MOST_BYTES + " bytes");
            return;
        }
        try {
            HookEvent event = HookEvent.read(Json.parseObject(body, LIMITS));
            JsonObject answer = HookWords.of(dialect, event.name(), desk.hear(event));
            send(exchange, 200, "application/json", answer.toJson());
        } catch (JsonException unsound) {
            send(exchange, 400, "no event of a hook: " + unsound.getMessage());
        } catch (RuntimeException fault) {
            System.getLogger(HookDoor.class.getName())
                    .log(System.Logger.Level.ERROR, "an event of a hook failed", fault);
            send(exchange, 500, "the event could not be handled");
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", text + "\n");
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Closes the door, and completes the runs of subagents. The agent's run stays as it is. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        desk.close();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "HookDoor[" + server.getAddress().getPort() + "]";
    }
}
