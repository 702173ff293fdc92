package dev.quietus.drill.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * from those that the server wrote into the same file, written with plain JDBC and group commit,
 * and nothing else: no decision, no hash, no HTTP.
 */
final class BareLoop {
    private static final int BATCH = 512;
    private static final List<String> OPERATION_KEY = List.of("tree_id", "run_id", "operation_id");

    private final String url;
    private final int lanes;

    /**
     * Makes one.
     *
     * @param url the ledger as JDBC names it
     * @param lanes how many connections write
     */
    BareLoop(String url, int lanes) {
        this.url = url;
        this.lanes = lanes;
    }

    /** One transaction that waits for its commit. */
    private record Pending(String tree, long number, boolean finish, CompletableFuture<Long> done) {
        Pending(String tree, long number, boolean finish) {
            this(tree, number, finish, new CompletableFuture<>());
        }
    }

    /** The rows of one pair as the server wrote them. */
    private record Rows(
            CopiedRow run, CopiedRow chain, CopiedRow operation, List<CopiedRow> events) {
        static Rows read(Connection connection) throws SQLException {
            CopiedRow operation = CopiedRow.one(
                    connection,
                    "operation",
                    "tool = 'bench.call' AND execution = 'succeeded' ORDER BY position LIMIT 1");
            String tree = "tree_id = '" + operation.values().get("tree_id") + "'";
            return new Rows(
                    CopiedRow.one(connection, "run", tree),
                    CopiedRow.one(connection, "chain", tree),
                    operation,
                    CopiedRow.read(
                            connection,
                            "event",
                            tree + " AND operation_id = '" + operation.values().get("operation_id")
                                    + "' ORDER BY seq"));
        }
    }

    /** Runs it and returns pairs a second. */
    double run(int callers, Duration howLong) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<BlockingQueue<Pending>> queues = new ArrayList<>();
            List<Future<?>> writers = new ArrayList<>();
            AtomicLong places = new AtomicLong();
            Rows rows;
            try (Connection connection = open()) {
                rows = Rows.read(connection);
                places.set(newest(connection));
            }
            for (int i = 0; i < lanes; i++) {
                BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
                queues.add(queue);
                writers.add(threads.submit(() -> {
                    write(queue, rows, places);
                    return null;
                }));
            }
            long begun = System.nanoTime();
            long end = begun + howLong.toNanos();
            List<Future<Long>> asking = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String tree = "bare-" + begun + "-" + i;
                BlockingQueue<Pending> queue = queues.get(i % lanes);
                asking.add(threads.submit(() -> ask(queue, tree, end)));
            }
            long pairs = 0;
            for (Future<Long> each : asking) {
                pairs += each.get();
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            writers.forEach(writer -> writer.cancel(true));
            return pairs / seconds;
        } catch (SQLException | ExecutionException e) {
            throw new IOException("the bare loop failed: " + e.getMessage(), e);
        }
    }

    private static long ask(BlockingQueue<Pending> queue, String tree, long end)
            throws ExecutionException, InterruptedException {
        long number = 0;
        while (System.nanoTime() < end) {
            for (boolean finish : new boolean[] {false, true}) {
                Pending pending = new Pending(tree, number, finish);
                queue.add(pending);
                pending.done().get();
            }
            number++;
        }
        return number;
    }

    private Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        if (url.startsWith("jdbc:sqlite:")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
                statement.execute("PRAGMA foreign_keys = ON");
                statement.execute("PRAGMA cache_size = -16384");
            }
        }
        return connection;
    }

    private static long newest(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT max(position) FROM event")) {
            found.next();
            return found.getLong(1) + 1_000_000;
        }
    }

    private void write(BlockingQueue<Pending> queue, Rows rows, AtomicLong places)
            throws SQLException, InterruptedException {
        try (Connection connection = open();
                Writer writer = new Writer(connection, rows, places)) {
            connection.setAutoCommit(false);
            List<Pending> batch = new ArrayList<>();
            while (true) {
                Pending first = queue.poll(1, TimeUnit.SECONDS);
                if (first == null) {
                    continue;
                }
                batch.add(first);
                queue.drainTo(batch, BATCH);
                try {
                    for (Pending each : batch) {
                        writer.write(each);
                    }
                    connection.commit();
                    batch.forEach(each -> each.done().complete(each.number()));
                } catch (SQLException e) {
                    batch.forEach(each -> each.done().completeExceptionally(e));
                    throw e;
                }
                batch.clear();
            }
        }
    }

    /** The prepared statements of one connection. */
    private static final class Writer implements AutoCloseable {
        private final Rows rows;
        private final AtomicLong places;
        private final List<PreparedStatement> prepared = new ArrayList<>();
        private final PreparedStatement run;
        private final PreparedStatement chain;
        private final PreparedStatement link;
        private final PreparedStatement operation;
        private final PreparedStatement change;
        private final PreparedStatement event;

        Writer(Connection connection, Rows rows, AtomicLong places) throws SQLException {
            this.rows = rows;
            this.places = places;
            run = kept(rows.run().inserting(connection));
            chain = kept(rows.chain().inserting(connection));
            link = kept(rows.chain().updating(connection, List.of("tree_id")));
            operation = kept(rows.operation().inserting(connection));
            change = kept(rows.operation().updating(connection, OPERATION_KEY));
            event = kept(rows.events().getFirst().inserting(connection));
        }

        private PreparedStatement kept(PreparedStatement statement) {
            prepared.add(statement);
            return statement;
        }

        void write(Pending pending) throws SQLException {
            Map<String, Object> tree = Map.of("tree_id", pending.tree());
            Map<String, Object> named = Map.of(
                    "tree_id",
                    pending.tree(),
                    "run_id",
                    pending.tree(),
                    "operation_id",
                    "op-" + pending.number(),
                    "idempotency_key",
                    "op-" + pending.number());
            if (pending.number() == 0 && !pending.finish()) {
                rows.run().insert(run, Map.of("tree_id", pending.tree(), "run_id", pending.tree()));
                rows.chain().insert(chain, tree);
            }
            int events = rows.events().size();
            if (pending.finish()) {
                rows.operation().update(change, OPERATION_KEY, named);
                write(pending, events - 1);
            } else {
                rows.operation().insert(operation, named);
                for (int i = 0; i < events - 1; i++) {
                    write(pending, i);
                }
            }
            rows.chain().update(link, List.of("tree_id"), tree);
        }

        private void write(Pending pending, int which) throws SQLException {
            rows.events()
                    .get(which)
                    .insert(
                            event,
                            Map.of(
                                    "tree_id", pending.tree(),
                                    "run_id", pending.tree(),
                                    "operation_id", "op-" + pending.number(),
                                    "seq", pending.number() * rows.events().size() + which + 1,
                                    "position", places.incrementAndGet()));
        }

        @Override
        public void close() throws SQLException {
            for (PreparedStatement each : prepared) {
                each.close();
            }
        }
    }
}
