package dev.quietus.drill.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** One connection of the bare loop and its prepared statements. Used by one thread. */
final class BareWriter implements AutoCloseable {
    private static final List<String> OPERATION_KEY = List.of("tree_id", "run_id", "operation_id");
    private static final List<String> CHAIN_KEY = List.of("tree_id");

    private final Connection connection;
    private final BareRows rows;
    private final AtomicLong places;
    private final List<Batch> batches = new ArrayList<>();
    private final Batch runs;
    private final Batch chains;
    private final Batch begins;
    private final Batch finishes;
    private final Batch events;
    private final Batch links;

    /** A statement with the rows that wait for its execution, all at once. */
    private record Batch(PreparedStatement statement, CopiedRow row, List<String> columns) {
        void add(Map<String, Object> different) throws SQLException {
            row.set(statement, columns, different);
            statement.addBatch();
        }

        void addOf(CopiedRow other, Map<String, Object> different) throws SQLException {
            other.set(statement, columns, different);
            statement.addBatch();
        }
    }

    BareWriter(BenchStore store, BareRows rows, AtomicLong places) throws SQLException {
        this.connection = store.writer();
        this.rows = rows;
        this.places = places;
        runs = inserting(rows.run(), Map.of());
        chains = inserting(rows.chain(), Map.of());
        begins = inserting(rows.begun(), Map.of());
        finishes = updating(rows.finished(), rows.finishing(), OPERATION_KEY);
        events = inserting(rows.events().getFirst(), store.computedOfEvent());
        links = updating(rows.chain(), List.of("event_count", "head_hash"), CHAIN_KEY);
    }

    private Batch inserting(CopiedRow row, Map<String, String> computed) throws SQLException {
        List<String> given = row.values().keySet().stream()
                .filter(column -> !computed.containsKey(column))
                .toList();
        return kept(new Batch(row.inserting(connection, computed), row, given));
    }

    private Batch updating(CopiedRow row, List<String> columns, List<String> key)
            throws SQLException {
        List<String> given = new ArrayList<>(columns);
        given.addAll(key);
        return kept(new Batch(row.updating(connection, columns, key), row, given));
    }

    private Batch kept(Batch batch) {
        batches.add(batch);
        return batch;
    }

    /** Writes and commits all. */
    void commit(Collection<BareLoop.Pending> all) throws SQLException {
        for (BareLoop.Pending each : all) {
            add(each);
        }
        for (Batch batch : batches) {
            batch.statement.executeBatch();
        }
        connection.commit();
    }

    private void add(BareLoop.Pending pending) throws SQLException {
        String operation = "op-" + pending.number();
        Map<String, Object> named = Map.of(
                "tree_id",
                pending.tree(),
                "run_id",
                pending.tree(),
                "operation_id",
                operation,
                "idempotency_key",
                operation,
                "request_id",
                pending.tree() + operation);
        int last = rows.events().size() - 1;
        if (pending.finish()) {
            finishes.add(named);
            event(pending, last);
        } else {
            if (pending.number() == 0) {
                runs.add(Map.of("tree_id", pending.tree(), "run_id", pending.tree()));
                chains.add(Map.of("tree_id", pending.tree()));
            }
            begins.add(named);
            for (int i = 0; i < last; i++) {
                event(pending, i);
            }
        }
        links.add(Map.of("tree_id", pending.tree()));
    }

    private void event(BareLoop.Pending pending, int which) throws SQLException {
        events.addOf(
                rows.events().get(which),
                Map.of(
                        "tree_id", pending.tree(),
                        "run_id", pending.tree(),
                        "operation_id", "op-" + pending.number(),
                        "seq", pending.number() * rows.events().size() + which + 1,
                        "position", places.incrementAndGet()));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
