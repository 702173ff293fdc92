package dev.quietus.client.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An HTTP server on a free port of the loopback that answers as it is told and remembers. */
public final class TestingServer implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(run -> {
        Thread thread = new Thread(run, "testing-server");
        thread.setDaemon(true);
        return thread;
    });
    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Function<Seen, Reply> script;

    private TestingServer(HttpServer server, Function<Seen, Reply> script) {
        this.server = server;
        this.script = script;
    }

    /** A server that answers every request as the script says. */
    public static TestingServer answering(Function<Seen, Reply> script) {
        return at(0, script);
    }

    /** The same on a certain port. */
    public static TestingServer at(int port, Function<Seen, Reply> script) {
        try {
            HttpServer http = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            TestingServer server = new TestingServer(http, script);
            http.setExecutor(server.threads);
            http.createContext("/", server::handle);
            http.start();
            return server;
        } catch (IOException e) {
            throw new AssertionError("no loopback server", e);
        }
    }

    /** A server that gives these answers one after the other, the last one again and again. */
    public static TestingServer inTurn(Reply... replies) {
        BlockingQueue<Reply> left = new LinkedBlockingQueue<>(List.of(replies));
        return answering(request -> {
            Reply next = left.poll();
            return next == null ? replies[replies.length - 1] : next;
        });
    }

    /** Changes the script. */
    public void nowAnswering(Function<Seen, Reply> newScript) {
        script = newScript;
    }

    /** Its address. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The next request that came in; waits for it. */
    public Seen next() throws InterruptedException {
        Seen request = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came in " + PATIENCE_SECONDS + " s");
        }
        return request;
    }

    /** All requests that came in and were not taken by {@link #next()}. */
    public List<Seen> all() {
        List<Seen> all = new ArrayList<>();
        seen.drainTo(all);
        return all;
    }

    /** An answer that does not come before the server is closed. */
    public Reply never() {
        return exchange -> closing.await();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, List<String>> headers = new HashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Seen request = new Seen(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    body);
            seen.add(request);
            script.apply(request).answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
