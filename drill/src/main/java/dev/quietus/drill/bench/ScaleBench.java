package dev.quietus.drill.bench;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What size costs: a stop over many descendants, a stop over very much queued work and what others
 * notice of it, and a server over a large ledger at rest. The mass of rows is copied into the
 * throw-away ledger while the server is down, without events, since nothing that is measured reads
 * them.
 */
final class ScaleBench {
    private static final int BATCH = 10_000;
    private static final int SAMPLES = 400;
    /** Stops behind which a server that has just started answers as one that has run for long. */
    private static final int WARM_UP = 50;

    private static final Duration SWEPT_WITHIN = Duration.ofMinutes(5);

    private final BenchServer server;

    ScaleBench(BenchServer server) {
        this.server = server;
    }

    /**
     * One stop.
     *
     * @param acknowledged nanoseconds until the barrier was durable
     * @param others what somebody else's begin and finish cost until the work was cancelled
     * @param swept nanoseconds until the queued work was cancelled
     */
    record Stop(long acknowledged, Figures others, long swept) {}

    /** Begin and finish of one caller, as long as {@code SAMPLES} of them take. */
    Figures work() throws IOException {
        try (WireCaller caller = server.caller()) {
            long[] nanos = new long[SAMPLES];
            String run = WorkBench.register(caller);
            for (int i = 0; i + 1 < SAMPLES; i += 2) {
                WorkBench.pair(caller, run, i, nanos, i);
            }
            return new Figures(nanos);
        }
    }

    /** Stops a run with so many child runs. */
    long stopWithDescendants(int descendants) throws IOException {
        try (WireCaller caller = server.caller()) {
            String run = WorkBench.register(caller);
            for (int i = 0; i < descendants; i++) {
                caller.post(
                        "/v1/runs",
                        "{\"run_id\":\"" + run + "-" + i + "\",\"parent_run_id\":\"" + run + "\"}",
                        201);
            }
            return stop(caller, run);
        }
    }

    private static long stop(WireCaller caller, String run) throws IOException {
        long begun = System.nanoTime();
        caller.post("/v1/runs/" + run + "/stop", "{\"reason\":\"benchmark\"}", 202);
        return System.nanoTime() - begun;
    }

    /** Stops a run with so much queued work, while somebody else goes on working. */
    Stop stopWithQueued(int queued) throws IOException, InterruptedException {
        String run;
        try (WireCaller caller = server.caller()) {
            run = WorkBench.register(caller);
            caller.post(
                    "/v1/runs/" + run + "/operations",
                    "{\"operation_id\":\"op-0\",\"tool\":\"bench.call\",\"effects\":\"none\"}",
                    201);
        }
        filled(queued - 1, "operation", "run_id = '" + run + "'", false);
        try (WireCaller operator = server.caller();
                WireCaller other = server.caller()) {
            for (int i = 0; i < WARM_UP; i++) {
                stop(operator, WorkBench.register(operator));
            }
            String others = WorkBench.register(other);
            long[] nanos = new long[1 << 16];
            int count = 0;
            long acknowledged = stop(operator, run);
            long begun = System.nanoTime();
            long end = begun + SWEPT_WITHIN.toNanos();
            while (!swept(operator, run)) {
                for (int i = 0; i < 20 && count + 2 <= nanos.length; i++, count += 2) {
                    WorkBench.pair(other, others, count, nanos, count);
                }
                if (System.nanoTime() - end > 0) {
                    throw new IOException("the queued work of " + run + " was not cancelled in "
                            + SWEPT_WITHIN.toMinutes() + " minutes");
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            long swept = System.nanoTime() - begun;
            return new Stop(acknowledged, new Figures(Arrays.copyOf(nanos, count)), swept);
        }
    }

    private static boolean swept(WireCaller caller, String run) throws IOException {
        String answer = caller.post("/v1/runs/" + run + "/stop", "{\"reason\":\"again\"}", 202);
        JsonObject stages = ((JsonObject) Json.parse(answer)).object("stages");
        return stages.optionalString("queued_work_cancelled").isPresent();
    }

    /**
     * Fills the ledger with so many runs that are over, and work of theirs that is over.
     *
     * @param runs how many
     * @param operations how many, spread over them
     */
    void fill(int runs, int operations) throws IOException, InterruptedException {
        filled(runs, "run", "state = 'running' AND parent_run_id IS NULL", true);
        filled(operations, "operation", "tool = 'bench.call' AND execution = 'succeeded'", true);
    }

    /** Copies a row many times while the server is down. */
    private void filled(int times, String table, String like, boolean spread)
            throws IOException, InterruptedException {
        server.stop();
        try (Connection connection = server.store().connect()) {
            connection.setAutoCommit(false);
            CopiedRow row = CopiedRow.one(connection, table, like + " LIMIT 1");
            try (PreparedStatement insert = row.inserting(connection)) {
                for (int i = 1; i <= times; i++) {
                    row.set(insert, row.values().keySet(), different(table, i, spread));
                    insert.addBatch();
                    if (i % BATCH == 0) {
                        insert.executeBatch();
                        connection.commit();
                    }
                }
                insert.executeBatch();
                connection.commit();
            }
        } catch (SQLException e) {
            throw new IOException("filling the ledger: " + e.getMessage(), e);
        }
        server.startAgain();
    }

    private static Map<String, Object> different(String table, int i, boolean spread) {
        Map<String, Object> different = new HashMap<>();
        different.put("position", 1_000_000_000L + i);
        String run = "mass-" + (spread && table.equals("operation") ? i / 10 + 1 : i);
        if (table.equals("run")) {
            different.put("tree_id", run);
            different.put("run_id", run);
            different.put("state", "completed");
        } else {
            different.put("operation_id", "mass-" + i);
            different.put("idempotency_key", "mass-" + i);
            if (spread) {
                different.put("tree_id", run);
                different.put("run_id", run);
            }
        }
        return different;
    }
}
