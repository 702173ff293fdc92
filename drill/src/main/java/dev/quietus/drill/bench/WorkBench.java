package dev.quietus.drill.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Begins and finishes operations as quickly as a number of callers can, each its own after the
 * other.
 */
final class WorkBench {
    private static final int MOST_SAMPLES = 2_000_000;
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final BenchServer server;

    WorkBench(BenchServer server) {
        this.server = server;
    }

    /**
     * What came out.
     *
     * @param pairsPerSecond begins with their finishes, durable
     * @param calls the time of a single call
     */
    record Result(double pairsPerSecond, Figures calls) {}

    Result run(int callers, Duration howLong) throws IOException, InterruptedException {
        long end = System.nanoTime() + howLong.toNanos();
        long begun = System.nanoTime();
        List<long[]> samples = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<long[]>> all = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                all.add(threads.submit(() -> call(end)));
            }
            for (Future<long[]> each : all) {
                samples.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a caller failed: " + e.getCause(), e);
        }
        long[] nanos = samples.stream().flatMapToLong(Arrays::stream).toArray();
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Result(nanos.length / 2.0 / seconds, new Figures(nanos));
    }

    private long[] call(long end) throws IOException {
        String run = "bench-" + RUNS.incrementAndGet();
        long[] nanos = new long[1_024];
        int count = 0;
        try (WireCaller caller = server.caller()) {
            caller.post("/v1/runs", "{\"run_id\":\"" + run + "\",\"capabilities\":[\"*\"]}", 201);
            for (int i = 0; System.nanoTime() < end && count + 2 <= MOST_SAMPLES; i++) {
                String path = "/v1/runs/" + run + "/operations/op-" + i;
                if (count + 2 > nanos.length) {
                    nanos = Arrays.copyOf(nanos, nanos.length * 2);
                }
                nanos[count++] = timed(caller, path + "/begin", BEGIN);
                nanos[count++] = timed(caller, path + "/finish", FINISH);
            }
        }
        return Arrays.copyOf(nanos, count);
    }

    private static final String BEGIN =
            "{\"worker\":\"bench\",\"operation\":{\"tool\":\"bench.call\",\"effects\":\"none\"}}";
    private static final String FINISH =
            "{\"attempt\":1,\"worker\":\"bench\",\"outcome\":\"succeeded\"}";

    private static long timed(WireCaller caller, String path, String body) throws IOException {
        long begun = System.nanoTime();
        caller.post(path, body, 200);
        return System.nanoTime() - begun;
    }
}
