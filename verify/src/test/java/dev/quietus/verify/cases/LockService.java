package dev.quietus.verify.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.RetryPolicy;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A remote lock over HTTP, whose unlock takes a second, and can be made to fail. */
final class LockService implements AutoCloseable {
    private static final long UNLOCK_MILLIS = 1_000;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile boolean failing;
    private volatile boolean locked;

    LockService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String what = exchange.getRequestURI().getPath();
            requests.add(what);
            int status = 200;
            if (what.equals("/unlock")) {
                closing.await(UNLOCK_MILLIS, TimeUnit.MILLISECONDS);
                status = failing ? 500 : 200;
            }
            if (status == 200) {
                locked = what.equals("/lock");
            }
            byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on every unlock is answered with 500. */
    void fail() {
        failing = true;
    }

    boolean locked() {
        return locked;
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Asks for something as a worker does, over HTTP. */
    void ask(String what) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        RetryPolicy once = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1));
        try (QuietusClient http = QuietusClient.builder(url).retry(once).build()) {
            http.call(HttpCall.post(JsonObject.empty(), what));
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.close();
    }
}
