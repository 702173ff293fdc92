package dev.quietus.ledger;

import dev.quietus.core.Invariant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the commands of one transaction of the store write. Where each statement is a way
 * to the server and back they wait, and go together: before anything is read that was not read
 * ahead, and before the commit. Used by one thread.
 *
 * <p>New rows go first, those of one table together as far as no other table came in between, so
 * that what a row refers to is there. Changed rows follow, each at most once.
 */
final class LateWrites {
    /** More rows than this don't wait. */
    private static final int MOST = 1_000;

    private final Session session;
    private final boolean waiting;
    private final List<Inserts> inserts = new ArrayList<>();
    private final Map<Change, List<List<@Nullable Object>>> updates = new LinkedHashMap<>();
    private final Set<Key> rows = new HashSet<>();
    private boolean refused;

    private record Inserts(Shape<?> shape, List<List<@Nullable Object>> rows) {}

    private record Change(Shape<?> shape, BitSet columns) {}

    private record Key(Shape<?> shape, List<@Nullable Object> values) {}

    /**
     * None so far.
     *
     * @param session where they go
     */
    LateWrites(Session session) {
        this.session = session;
        this.waiting = session.statements().dialect().severalWriters();
    }

    /**
     * Writes a new row.
     *
     * @param values its columns in order, then its place where its table has one
     */
    void insert(Shape<?> shape, List<@Nullable Object> values) {
        if (!waiting) {
            session.execute(session.statements().insert(shape), values);
            return;
        }
        if (inserts.isEmpty() || !inserts.getLast().shape.equals(shape)) {
            inserts.add(new Inserts(shape, new ArrayList<>()));
        }
        inserts.getLast().rows.add(values);
        rows.add(new Key(shape, List.copyOf(values.subList(0, shape.keyLength()))));
        bound();
    }

    /**
     * Changes some columns of a row.
     *
     * @throws Invariant.Violated when it is not there, now or when it is written
     */
    void update(Shape<?> shape, BitSet columns, @Nullable Object[] row) {
        List<@Nullable Object> key = shape.key(row);
        List<@Nullable Object> values = new ArrayList<>(columns.cardinality() + key.size());
        columns.stream().forEach(column -> values.add(row[column]));
        values.addAll(key);
        if (!waiting) {
            String sql = session.statements().update(shape, columns);
            int changed = session.execute(sql, values);
            Invariant.check(
                    changed == 1, "updating %s of %s changed %s rows", key, shape.table(), changed);
            return;
        }
        Key name = new Key(shape, key);
        if (rows.contains(name)) {
            writeOut();
        }
        rows.add(name);
        updates.computeIfAbsent(new Change(shape, columns), missing -> new ArrayList<>())
                .add(values);
        bound();
    }

    private void bound() {
        if (rows.size() >= MOST) {
            writeOut();
        }
    }

    /** Writes what waits. */
    void writeOut() {
        if (rows.isEmpty()) {
            return;
        }
        rows.clear();
        // Stays so where a statement throws; then the transaction is over.
        refused = true;
        inserts.forEach(each -> insert(session, each.shape, each.rows));
        inserts.clear();
        updates.forEach(this::change);
        updates.clear();
        refused = false;
    }

    /** Writes new rows of one table. */
    static void insert(Session session, Shape<?> shape, List<List<@Nullable Object>> rows) {
        Statements statements = session.statements();
        if (rows.size() > 1 && statements.dialect().severalWriters()) {
            session.executeTogether(statements.insertTogether(shape), rows);
        } else {
            session.executeForEach(statements.insert(shape), rows);
        }
    }

    private void change(Change change, List<List<@Nullable Object>> rows) {
        Statements statements = session.statements();
        // Rows of the other tables can be changed by somebody who does not hold their tree.
        if (rows.size() > 1 && change.shape.equals(OperationShape.SHAPE)) {
            session.executeTogether(statements.updateTogether(change.shape, change.columns), rows);
        } else {
            session.executeForEach(statements.update(change.shape, change.columns), rows);
        }
    }

    /** Tells whether the store refused what waited, whichever command it came from. */
    boolean refused() {
        return refused;
    }
}
