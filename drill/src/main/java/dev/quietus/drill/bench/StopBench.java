package dev.quietus.drill.bench;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Stops runs with queued work, and looks how long it takes until nothing of them is left. */
final class StopBench {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int FEW = 3;

    private final BenchServer server;
    private int runs;

    StopBench(BenchServer server) {
        this.server = server;
    }

    /**
     * What came out.
     *
     * @param acknowledged from the request to the durable barrier's answer
     * @param swept from the barrier to the lamp {@code queued_work_cancelled}, in ledger time
     */
    record Result(Figures acknowledged, Figures swept) {}

    Result run(int queued, int times) throws IOException, InterruptedException {
        int rounds = queued > 0 ? Math.min(times, FEW) : times;
        long[] acknowledged = new long[rounds];
        long[] swept = new long[rounds];
        try (WireCaller caller = server.caller()) {
            for (int i = 0; i < rounds; i++) {
                String run = "stop-bench-" + runs++;
                caller.post(
                        "/v1/runs", "{\"run_id\":\"" + run + "\",\"capabilities\":[\"*\"]}", 201);
                for (int op = 0; op < queued; op++) {
                    caller.post(
                            "/v1/runs/" + run + "/operations",
                            "{\"operation_id\":\"op-" + op
                                    + "\",\"tool\":\"bench.call\",\"effects\":\"none\"}",
                            201);
                }
                long begun = System.nanoTime();
                caller.post("/v1/runs/" + run + "/stop", "{\"reason\":\"benchmark\"}", 202);
                acknowledged[i] = System.nanoTime() - begun;
                swept[i] = untilSwept(caller, run);
            }
        }
        return new Result(new Figures(acknowledged), new Figures(swept));
    }

    /** The stop is repeated until its answer shows the lamp: the same barrier each time. */
    private static long untilSwept(WireCaller caller, String run)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            String answer =
                    caller.post("/v1/runs/" + run + "/stop", "{\"reason\":\"benchmark\"}", 202);
            JsonObject stages = ((JsonObject) Json.parse(answer)).object("stages");
            var lamp = stages.optionalString("queued_work_cancelled");
            if (lamp.isPresent()) {
                Instant stopped = Instant.parse(stages.string("dispatch_stopped"));
                return Duration.between(stopped, Instant.parse(lamp.get())).toNanos();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new IOException("run " + run + " was not swept within " + LIMIT.toSeconds() + " s");
    }
}
