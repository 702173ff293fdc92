package dev.quietus.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Principal;
import dev.quietus.core.ledger.LedgerUnavailableException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The HTTP listener: one virtual thread per request, bounded bodies, headers and times. Turns
 * problems into problem documents, and everything unexpected into one incident in the log.
 */
public final class HttpFront implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(HttpFront.class.getName());
    private static final int BACKLOG = 1_024;
    private static final int GRACE_SECONDS = 1;

    private final HttpServer server;
    private final ExecutorService requests;

    private HttpFront(HttpServer server, ExecutorService requests) {
        this.server = server;
        this.requests = requests;
    }

    /** Finds out who asks. */
    @FunctionalInterface
    public interface Gate {
        /**
         * Lets a request in.
         *
         * @throws Problem when its token is missing, unknown or of the wrong kind
         */
        Principal enter(Route route, HttpExchange exchange);
    }

    /** Hears of every answered request. */
    @FunctionalInterface
    public interface Meter {
        /** One request was answered. */
        void answered(Route route, int status, long nanos);
    }

    /**
     * Starts to listen.
     *
     * @param address where
     * @param routes the calls
     * @param gate who may make them
     * @param meter hears of every answer
     * @throws IOException when the address can't be had
     */
    public static HttpFront listen(InetSocketAddress address, Routes routes, Gate gate, Meter meter)
            throws IOException {
        setLimits();
        HttpServer server = HttpServer.create(address, BACKLOG);
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(requests);
        server.createContext("/", exchange -> handle(exchange, routes, gate, meter));
        server.start();
        return new HttpFront(server, requests);
    }

    /**
     * Bounds what any listener of this process takes, as far as nobody has. The JDK reads these
     * when the first one is made, so whoever makes another one before calls this before.
     */
    public static void setLimits() {
        limit("sun.net.httpserver.maxReqHeaders", "100");
        limit("sun.net.httpserver.maxReqHeaderSize", "65536");
        limit("sun.net.httpserver.maxReqTime", "30");
        // A refused body is still read this far, so that who sends it gets to see the refusal.
        limit("sun.net.httpserver.drainAmount", Integer.toString(8 * Request.MAX_BODY));
        limit("sun.net.httpserver.idleInterval", "60");
        limit("sun.net.httpserver.maxIdleConnections", "2000");
        limit("jdk.httpserver.maxConnections", "8000");
        limit("sun.net.httpserver.nodelay", "true");
    }

    private static void limit(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Ends every request and stream, then stops to listen. */
    @Override
    public void close() {
        requests.shutdownNow();
        server.stop(GRACE_SECONDS);
    }

    /** Passes on that a client went away: only then does the listener forget the connection. */
    private static void handle(HttpExchange exchange, Routes routes, Gate gate, Meter meter)
            throws IOException {
        try (exchange) {
            answer(exchange, routes, gate, meter);
        } catch (IOException e) {
            LOG.log(Level.FINE, "a client went away", e);
            throw e;
        }
    }

    private static void answer(HttpExchange exchange, Routes routes, Gate gate, Meter meter)
            throws IOException {
        long begun = System.nanoTime();
        Routes.Found found;
        try {
            found = routes.find(
                    exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
        } catch (Problem problem) {
            send(exchange, problem);
            return;
        }
        int status = 500;
        try {
            Principal principal = gate.enter(found.route(), exchange);
            Request request = new Request(
                    exchange, found.parts(), principal, () -> gate.enter(found.route(), exchange));
            Answer answer = found.route().handler().handle(request);
            status = send(exchange, answer);
        } catch (Problem problem) {
            status = send(exchange, problem);
        } catch (LedgerUnavailableException e) {
            status = send(exchange, unavailable(e));
        } catch (IllegalArgumentException e) {
            status = send(
                    exchange,
                    new Problem(Problem.Code.INVALID_VALUE, String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            status = send(exchange, new Problem(Problem.Code.OVERLOADED, "the server is closing"));
        } catch (RuntimeException e) {
            status = send(exchange, incident(found.route(), e));
        } finally {
            meter.answered(found.route(), status, System.nanoTime() - begun);
        }
    }

    private static Problem incident(Route route, RuntimeException e) {
        String incident = UUID.randomUUID().toString();
        LOG.log(
                Level.SEVERE,
                "incident " + incident + " in " + route.method() + " " + route.template(),
                e);
        return new Problem(
                        Problem.Code.INTERNAL,
                        "an internal error; the log has it as incident " + incident)
                .with("incident", incident);
    }

    private static Problem unavailable(LedgerUnavailableException e) {
        Problem.Code code = e.reason() == LedgerUnavailableException.Reason.OVERLOADED
                ? Problem.Code.OVERLOADED
                : Problem.Code.RECORD_NOT_WRITTEN;
        return new Problem(
                        code,
                        "the record could not be written, so nothing may start: " + e.getMessage())
                .with("reason", Wire.of(e.reason()));
    }

    /** Also on an interrupted thread, whose writing would close the connection unless it waits. */
    private static int send(HttpExchange exchange, Problem problem) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            return sendUninterrupted(exchange, problem);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int sendUninterrupted(HttpExchange exchange, Problem problem)
            throws IOException {
        if (Answer.committed(exchange)) {
            return problem.code().status();
        }
        if (problem.code() == Problem.Code.METHOD_NOT_ALLOWED) {
            exchange.getResponseHeaders()
                    .set("Allow", String.valueOf(problem.document().get(Routes.ALLOW)));
        }
        if (problem.code() == Problem.Code.UNAUTHENTICATED) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"quietus\"");
        }
        if (problem.code().retryable()) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        send(
                exchange,
                problem.code().status(),
                "application/problem+json",
                Json.write(problem.document()));
        return problem.code().status();
    }

    private static int send(HttpExchange exchange, Answer answer)
            throws IOException, InterruptedException {
        switch (answer) {
            case Answer.Document document ->
                send(exchange, document.status(), "application/json", Json.write(document.body()));
            case Answer.Text text ->
                send(
                        exchange,
                        text.status(),
                        text.type(),
                        text.text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            case Answer.Nothing() -> exchange.sendResponseHeaders(204, -1);
            case Answer.Stream stream -> {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.getResponseHeaders().set("Cache-Control", "no-store");
                if (headOnly(exchange)) {
                    exchange.sendResponseHeaders(200, -1);
                } else {
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream out = exchange.getResponseBody()) {
                        stream.writer().write(new EventStream(out, System::nanoTime));
                    }
                }
            }
        }
        return exchange.getResponseCode();
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (headOnly(exchange)) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** A HEAD is a GET without the body (RFC 9110 section 9.3.2). */
    private static boolean headOnly(HttpExchange exchange) {
        return exchange.getRequestMethod().equals(Routes.HEAD);
    }
}
