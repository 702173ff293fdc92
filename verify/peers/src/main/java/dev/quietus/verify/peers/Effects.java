package dev.quietus.verify.peers;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * What really happened, and when: each effect of each piece of work. Also takes effects from other
 * processes, as {@code POST /KEY} on loopback. Safe for several threads.
 */
final class Effects implements AutoCloseable {
    private final Map<String, List<Long>> seen = new ConcurrentHashMap<>();
    private final HttpServer server;

    Effects() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", exchange -> {
            happened(exchange.getRequestURI().getPath().substring(1));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    /** Where other processes report effects. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Something happened. */
    void happened(String key) {
        seen.computeIfAbsent(key, _ -> new CopyOnWriteArrayList<>()).add(System.nanoTime());
    }

    /** Says that work is ready to be stopped. */
    void ready(String key) {
        happened(key + "-ready");
    }

    /** One effect that takes a while. */
    void step(String key) {
        happened(key);
        pause(Peer.STEP_MILLIS);
    }

    /** Many of them, whatever happens outside. */
    void deafSteps(String key) {
        for (int i = 0; i < Peer.STEPS; i++) {
            step(key);
        }
    }

    /** When the effects happened, by {@link System#nanoTime}. */
    List<Long> of(String key) {
        return seen.getOrDefault(key, List.of());
    }

    /** Whether work is ready to be stopped. */
    boolean isReady(Workload workload, String key) {
        return workload.acts()
                ? of(key).size() >= 5
                : !workload.announces() || !of(key + "-ready").isEmpty();
    }

    /** Waits. */
    static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            try {
                TimeUnit.NANOSECONDS.sleep(Math.max(1, end - System.nanoTime()));
            } catch (InterruptedException e) {
                // Deaf work goes on; that is what is measured.
                continue;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
