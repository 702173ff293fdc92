package dev.quietus.drill.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Begins and finishes operations, each caller its own after the other: as quickly as they can, or
 * with pauses.
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
    record Result(double pairsPerSecond, Figures calls) {
        /** From the times of the calls of each caller, and how long all of it took. */
        static Result of(List<long[]> samples, double seconds) {
            long[] nanos = samples.stream().flatMapToLong(Arrays::stream).toArray();
            return new Result(nanos.length / 2.0 / seconds, new Figures(nanos));
        }
    }

    /** One run of something. */
    interface Once {
        Result run() throws IOException, InterruptedException;
    }

    /** Runs it several times and takes the one in the middle. */
    static Result median(Once once, int rounds) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            results.add(once.run());
        }
        results.sort(Comparator.comparingDouble(Result::pairsPerSecond));
        return results.get(rounds / 2);
    }

    Result run(int callers, Duration howLong) throws IOException, InterruptedException {
        return run(callers, howLong, Duration.ZERO);
    }

    /** Each caller pauses before each pair, for this long in the mean and never twice the same. */
    Result run(int callers, Duration howLong, Duration pause)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + howLong.toNanos();
        long begun = System.nanoTime();
        List<long[]> samples = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<long[]>> all = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                all.add(threads.submit(() -> call(end, pause.toNanos())));
            }
            for (Future<long[]> each : all) {
                samples.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a caller failed: " + e.getCause(), e);
        }
        return Result.of(samples, (System.nanoTime() - begun) / 1e9);
    }

    private long[] call(long end, long pause) throws IOException {
        long[] nanos = new long[1_024];
        int count = 0;
        try (WireCaller caller = server.caller()) {
            String run = register(caller);
            while (System.nanoTime() < end && count + 2 <= MOST_SAMPLES) {
                if (pause > 0) {
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2 * pause));
                }
                nanos = withRoom(nanos, count + 2);
                pair(caller, run, count, nanos, count);
                count += 2;
            }
        }
        return Arrays.copyOf(nanos, count);
    }

    /** The same times, in an array that has room for so many. */
    static long[] withRoom(long[] nanos, int many) {
        return many > nanos.length ? Arrays.copyOf(nanos, nanos.length * 2) : nanos;
    }

    /** Registers a run that may do everything; returns its id. */
    static String register(WireCaller caller) throws IOException {
        String run = "bench-" + RUNS.incrementAndGet();
        caller.post("/v1/runs", "{\"run_id\":\"" + run + "\",\"capabilities\":[\"*\"]}", 201);
        return run;
    }

    /** Begins an operation that is never finished. */
    void leaveRunning() throws IOException {
        try (WireCaller caller = server.caller()) {
            String run = register(caller);
            caller.post("/v1/runs/" + run + "/operations/op-0/begin", BEGIN, 200);
        }
    }

    /** Begins and finishes one operation, and puts the times of both at {@code place}. */
    static void pair(WireCaller caller, String run, int number, long[] nanos, int place)
            throws IOException {
        String path = "/v1/runs/" + run + "/operations/op-" + number;
        nanos[place] = timed(caller, path + "/begin", BEGIN);
        nanos[place + 1] = timed(caller, path + "/finish", FINISH);
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
