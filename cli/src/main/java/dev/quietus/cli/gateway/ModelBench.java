package dev.quietus.cli.gateway;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.gateway.model.ModelGateway;
import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What the model gateway costs: through it and directly in turn, in one process with the model API,
 * the clients, and the server that records each request durably.
 */
public final class ModelBench {
    /** A server that has just been started compiles for as long as this. */
    private static final int WARM_UP = 3_000;

    private static final int LIKE_MEASURED = 200;
    private static final int ROUNDS = 500;
    private static final long BETWEEN_MILLIS = 10;
    private static final int REQUEST_BYTES = 32 * 1024;
    private static final int LARGE_BUFFER = 64 * 1024;
    private static final int SMALL_BUFFER = 2 * 1024;
    private static final int FLOWS = 7;
    private static final int FLOW_EVENTS = 200_000;
    private static final int STREAMS = 1_000;
    private static final int STREAM_EVENTS = 40;
    private static final long STREAM_PAUSE_MILLIS = 250;
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Path folder;
    private final Consumer<String> line;

    /**
     * Prepares the measurement.
     *
     * @param folder an empty one, for the server's ledger; its owner deletes it
     * @param line takes each result
     */
    public ModelBench(Path folder, Consumer<String> line) {
        this.folder = folder;
        this.line = line;
    }

    /** Measures. */
    public void run() throws IOException, InterruptedException {
        try (BenchUpstream upstream = BenchUpstream.start();
                QuietusServer server = QuietusServer.start(ServerSettings.in(folder, 0))) {
            Quietus operator = speaking(
                    server, Files.readString(folder.resolve("operator.token")).strip());
            RunAuthority authority = operator.registerRun(RunRegistration.builder()
                    .runId("bench")
                    .owner("bench")
                    .capability("*")
                    .validUntil(Instant.now().plus(Duration.ofHours(1)))
                    .build());
            Quietus agent = speaking(server, authority.leaseToken().orElseThrow());
            try (GatewayRun run = GatewayRun.join(agent, "bench", "model-gateway");
                    ModelGateway gateway = ModelGateway.of(run)
                            .upstream(Dialect.ANTHROPIC, upstream.url())
                            .start()) {
                line.accept("Model gateway, each beside the direct way in the same run");
                warmUp(upstream.url(), gateway.url(Dialect.ANTHROPIC));
                firstByte(upstream.url(), gateway.url(Dialect.ANTHROPIC), 0);
                firstByte(upstream.url(), gateway.url(Dialect.ANTHROPIC), BETWEEN_MILLIS);
                throughput(upstream.url(), gateway.url(Dialect.ANTHROPIC));
                streams(gateway);
            }
        }
    }

    private static Quietus speaking(QuietusServer server, String token) {
        return Quietus.over(
                QuietusClient.builder(URI.create(server.url())).token(token).build());
    }

    private static void warmUp(URI direct, URI through) throws IOException, InterruptedException {
        try (BenchClient one = new BenchClient(direct, LARGE_BUFFER);
                BenchClient other = new BenchClient(through, LARGE_BUFFER)) {
            for (int i = 0; i < WARM_UP; i++) {
                first(one, true, 0);
                first(other, false, 0);
                first(other, true, 0);
            }
        }
    }

    private void firstByte(URI direct, URI through, long pauseMillis)
            throws IOException, InterruptedException {
        long[] plain = new long[ROUNDS];
        long[] aside = new long[ROUNDS];
        long[] passed = new long[ROUNDS];
        try (BenchClient one = new BenchClient(direct, LARGE_BUFFER);
                BenchClient other = new BenchClient(through, LARGE_BUFFER)) {
            for (int i = -LIKE_MEASURED; i < ROUNDS; i++) {
                int at = Math.max(i, 0);
                plain[at] = first(one, true, pauseMillis);
                aside[at] = first(other, false, pauseMillis);
                passed[at] = first(other, true, pauseMillis);
            }
        }
        line.accept(String.format(
                Locale.ROOT,
                "  first event of a stream, request of 32 KiB, %s   direct p50 %.3f ms p99 %.3f,"
                        + " through p50 %.3f ms p99 %.3f: %+.3f ms at p50 (goal: +1 ms)",
                pauseMillis == 0 ? "one after the other" : pauseMillis + " ms after the last",
                at(plain, 50),
                at(plain, 99),
                at(passed, 50),
                at(passed, 99),
                at(passed, 50) - at(plain, 50)));
        line.accept(String.format(
                Locale.ROOT,
                "    of it the way through   %+.3f ms (a request that is not recorded), the rest"
                        + " is its durable begin",
                at(aside, 50) - at(plain, 50)));
    }

    /** The nanoseconds from a request to the first event of its answer. */
    private static long first(BenchClient client, boolean operation, long pauseMillis)
            throws IOException, InterruptedException {
        // An agent runs its tools between two requests; the record of the first one's end is made
        // meanwhile. Without a pause the two records meet.
        if (pauseMillis > 0) {
            new CountDownLatch(1).await(pauseMillis, TimeUnit.MILLISECONDS);
        }
        long begun = System.nanoTime();
        if (operation) {
            client.ask(1, 0, REQUEST_BYTES);
        } else {
            client.askAside(1, REQUEST_BYTES);
        }
        client.read(BenchUpstream.firstBytes());
        long nanos = System.nanoTime() - begun;
        client.read(BenchUpstream.answerBytes(1) - BenchUpstream.firstBytes());
        return nanos;
    }

    private static double at(long[] nanos, int percent) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100] / 1e6;
    }

    private void throughput(URI direct, URI through) throws IOException {
        long[] plain = new long[FLOWS];
        long[] passed = new long[FLOWS];
        try (BenchClient one = new BenchClient(direct, LARGE_BUFFER);
                BenchClient other = new BenchClient(through, LARGE_BUFFER)) {
            for (int i = -2; i < FLOWS; i++) {
                flow(one, plain, i);
                flow(other, passed, i);
            }
        }
        double megabytes = BenchUpstream.answerBytes(FLOW_EVENTS) / 1e6;
        line.accept(String.format(
                Locale.ROOT,
                "  one stream of %,d events, each written by itself   direct p50 %.0f MB/s,"
                        + " through p50 %.0f MB/s: %.0f %% (goal: 95 %%)",
                FLOW_EVENTS,
                megabytes / at(plain, 50) * 1e3,
                megabytes / at(passed, 50) * 1e3,
                100 * at(plain, 50) / at(passed, 50)));
    }

    private static void flow(BenchClient client, long[] nanos, int round) throws IOException {
        long begun = System.nanoTime();
        client.ask(FLOW_EVENTS, 0, 1024);
        client.read(BenchUpstream.answerBytes(FLOW_EVENTS));
        if (round >= 0) {
            nanos[round] = System.nanoTime() - begun;
        }
    }

    private void streams(ModelGateway gateway) throws InterruptedException {
        URI url = gateway.url(Dialect.ANTHROPIC);
        CountDownLatch flowing = new CountDownLatch(STREAMS);
        AtomicInteger whole = new AtomicInteger();
        long begun = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Runnable> clients = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                clients.add(() -> stream(url, flowing, whole));
            }
            clients.forEach(threads::execute);
            if (!flowing.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                line.accept("  streams: " + flowing.getCount() + " did not begin");
            }
            double all = (System.nanoTime() - begun) / 1e9;
            long under = gateway.counts().underWay();
            System.gc();
            line.accept(String.format(
                    Locale.ROOT,
                    "  %d streams at the same time, begun within %.1f s   this whole process, with"
                            + " model API, clients and server: %d MB resident (goal: 512 for the"
                            + " gateway), %d MB of Java objects",
                    under,
                    all,
                    ResidentMemory.megabytes(),
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory())
                            / 1_000_000));
        }
        line.accept("  " + whole.get() + " of " + STREAMS + " streams came whole");
    }

    private static void stream(URI url, CountDownLatch flowing, AtomicInteger whole) {
        try (BenchClient client = new BenchClient(url, SMALL_BUFFER)) {
            client.ask(STREAM_EVENTS, STREAM_PAUSE_MILLIS, REQUEST_BYTES);
            client.read(BenchUpstream.firstBytes());
            flowing.countDown();
            client.read(BenchUpstream.answerBytes(STREAM_EVENTS) - BenchUpstream.firstBytes());
            whole.incrementAndGet();
        } catch (IOException lost) {
            // It is missing among those that came whole.
            flowing.countDown();
        }
    }
}
