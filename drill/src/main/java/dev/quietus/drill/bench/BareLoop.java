package dev.quietus.drill.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the ledger's store can do at most: the rows of a {@code begin} and a {@code finish}, copied
 * from those that the server wrote into the same store, written with plain JDBC, in batches and
 * with group commit, and nothing else: nothing is read, no decision, no hash, no HTTP.
 */
final class BareLoop {
    private static final int BATCH = 256;

    private final BenchStore store;

    BareLoop(BenchStore store) {
        this.store = store;
    }

    /** One transaction that waits for its commit. */
    record Pending(String tree, long number, boolean finish, CompletableFuture<Long> done) {
        private Pending(String tree, long number, boolean finish) {
            this(tree, number, finish, new CompletableFuture<>());
        }
    }

    /** Runs it. */
    WorkBench.Result run(int callers, Duration howLong) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<BlockingQueue<Pending>> queues = new ArrayList<>();
            List<Future<?>> writers = new ArrayList<>();
            AtomicLong places = new AtomicLong();
            BareRows rows;
            try (Connection connection = store.connect()) {
                rows = BareRows.read(connection);
                places.set(newest(connection));
            }
            for (int i = 0; i < store.writers(); i++) {
                BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
                queues.add(queue);
                writers.add(threads.submit(() -> {
                    write(queue, rows, places);
                    return null;
                }));
            }
            long begun = System.nanoTime();
            long end = begun + howLong.toNanos();
            List<Future<long[]>> asking = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String tree = "bare-" + begun + "-" + i;
                BlockingQueue<Pending> queue = queues.get(i % store.writers());
                asking.add(threads.submit(() -> ask(queue, tree, end)));
            }
            List<long[]> samples = new ArrayList<>();
            for (Future<long[]> each : asking) {
                samples.add(each.get());
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            writers.forEach(writer -> writer.cancel(true));
            return WorkBench.Result.of(samples, seconds);
        } catch (SQLException | ExecutionException e) {
            throw new IOException("the bare loop failed: " + e.getMessage(), e);
        }
    }

    private static long[] ask(BlockingQueue<Pending> queue, String tree, long end)
            throws ExecutionException, InterruptedException {
        long[] nanos = new long[1_024];
        int count = 0;
        while (System.nanoTime() < end) {
            nanos = WorkBench.withRoom(nanos, count + 2);
            for (boolean finish : new boolean[] {false, true}) {
                long begun = System.nanoTime();
                Pending pending = new Pending(tree, count / 2, finish);
                queue.add(pending);
                pending.done().get();
                nanos[count++] = System.nanoTime() - begun;
            }
        }
        return Arrays.copyOf(nanos, count);
    }

    private static long newest(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT max(position) FROM event")) {
            found.next();
            return found.getLong(1);
        }
    }

    private void write(BlockingQueue<Pending> queue, BareRows rows, AtomicLong places)
            throws SQLException, InterruptedException {
        try (BareWriter writer = new BareWriter(store, rows, places)) {
            List<Pending> batch = new ArrayList<>();
            while (true) {
                Pending first = queue.poll(1, TimeUnit.SECONDS);
                if (first == null) {
                    continue;
                }
                batch.add(first);
                queue.drainTo(batch, BATCH - 1);
                try {
                    writer.commit(batch);
                    batch.forEach(each -> each.done().complete(each.number()));
                } catch (SQLException e) {
                    batch.forEach(each -> each.done().completeExceptionally(e));
                    throw e;
                }
                batch.clear();
            }
        }
    }
}
