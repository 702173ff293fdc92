package dev.quietus.ledger;

import dev.quietus.core.Invariant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.Query;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on one session: what its statements have in common. Used by one thread, and not
 * after its end.
 *
 * <p>It remembers the rows that it read, so that an update writes only the columns that changed and
 * touches only their indexes. A new row waits for the next statement: what is taken in and begun at
 * once is written once.
 */
final class Turn {
    private final Session session;
    private final Statements statements;
    private final boolean writing;
    private final Supplier<Instant> clock;
    private final ChainHeads heads;
    private final Map<Shape<?>, Map<List<@Nullable Object>, @Nullable Object[]>> seen =
            new HashMap<>();
    private @Nullable Unwritten unwritten;
    private @Nullable Instant now;
    private boolean over;

    /** A new row that no statement has written yet, and its place in the order of writing. */
    private record Unwritten(Shape<?> shape, List<@Nullable Object> row, long place) {
        boolean is(Shape<?> other, List<@Nullable Object> key) {
            return shape.equals(other) && row.subList(0, key.size()).equals(key);
        }
    }

    Turn(Session session, boolean writing, Instant now) {
        this(session, writing, () -> now, new ChainHeads());
    }

    /**
     * A transaction that shares one of the store's with others.
     *
     * @param clock asked at most once, when the time is first needed
     * @param heads what the store's transaction holds
     */
    Turn(Session session, boolean writing, Supplier<Instant> clock, ChainHeads heads) {
        this.session = session;
        this.statements = session.statements();
        this.writing = writing;
        this.clock = clock;
        this.heads = heads;
    }

    Instant now() {
        Instant known = now;
        if (known == null) {
            known = clock.get();
            now = known;
        }
        return known;
    }

    ChainHeads heads() {
        return heads;
    }

    boolean writing() {
        return writing;
    }

    Dialect dialect() {
        return statements.dialect();
    }

    /** Writes what waits. */
    void writeOut() {
        Unwritten waiting = unwritten;
        if (waiting == null) {
            return;
        }
        unwritten = null;
        List<@Nullable Object> values = new ArrayList<>(waiting.row);
        if (waiting.place != 0) {
            values.add(waiting.place);
        }
        session.execute(statements.insert(waiting.shape), values);
    }

    /** The session, when everything so far is written. */
    private Session session() {
        writeOut();
        return session;
    }

    /** Makes every further use a bug. */
    void end() {
        over = true;
    }

    <T> List<T> all(Shape<T> shape, Template template, Object... values) {
        return read(shape, rows(template, values));
    }

    <T> Optional<T> one(Shape<T> shape, Template template, Object... values) {
        List<T> found = read(shape, rows(template, values));
        Invariant.check(
                found.size() <= 1,
                "%s rows of %s where one is possible",
                found.size(),
                shape.table());
        return found.stream().findFirst();
    }

    <T> List<T> all(Shape<T> shape, Select<?> query) {
        return read(shape, rows(query));
    }

    /** Rows that are no whole record of one table. */
    <T> List<T> all(Function<RowReader, T> reading, Select<?> query) {
        return decoded(reading, rows(query));
    }

    <T> List<T> all(Function<RowReader, T> reading, Template template, Object... values) {
        return decoded(reading, rows(template, values));
    }

    /** Runs a statement that writes, and says how many rows it changed. */
    int change(Template template, Object... values) {
        requireWriting();
        return session().execute(statements.sql(template), Arrays.asList(values));
    }

    /** The same for a statement that is built for this call. */
    int change(Query query) {
        requireWriting();
        return session().execute(query.getSQL(), query.getBindValues());
    }

    /** Runs a statement once for each row of values; each must change one row. */
    void changeForEach(Template template, List<List<Object>> rows) {
        requireWriting();
        if (!rows.isEmpty()) {
            session().executeForEach(statements.sql(template), rows);
        }
    }

    /** Runs a statement that writes and returns rows. */
    <T> List<T> changeReturning(Function<RowReader, T> reading, Query query) {
        requireWriting();
        return decoded(reading, session().rows(query.getSQL(), query.getBindValues()));
    }

    /** Sets something of the connection itself. */
    boolean pragma(String sql) {
        requireWriting();
        session().rows(sql, List.of());
        return true;
    }

    /** Forgets the rows of a table that a statement has changed without naming them. */
    void forget(Shape<?> shape) {
        seen.remove(shape);
    }

    /** Writes a new row and returns its place in the order of writing, where its table has one. */
    <T> long insert(Shape<T> shape, T value) {
        requireWriting();
        writeOut();
        long place = shape.place().isEmpty() ? 0 : session.nextPlace();
        unwritten = new Unwritten(shape, Arrays.asList(shape.write(value)), place);
        return place;
    }

    /**
     * Writes a changed row.
     *
     * @throws Invariant.Violated when it is not there
     */
    <T> void update(Shape<T> shape, T value) {
        requireWriting();
        @Nullable Object[] after = shape.write(value);
        List<@Nullable Object> key = shape.key(after);
        Unwritten waiting = unwritten;
        if (waiting != null && waiting.is(shape, key)) {
            unwritten = new Unwritten(shape, Arrays.asList(after), waiting.place);
            return;
        }
        @Nullable Object[] before = stored(shape, key);
        BitSet columns = shape.difference(before, after);
        if (columns.isEmpty()) {
            return;
        }
        List<@Nullable Object> values = new ArrayList<>(columns.cardinality() + key.size());
        columns.stream().forEach(column -> values.add(after[column]));
        values.addAll(key);
        int rows = session().execute(statements.update(shape, columns), values);
        Invariant.check(rows == 1, "updating %s of %s changed %s rows", key, shape.table(), rows);
        remember(shape, key, after);
    }

    /** The next place in the ledger's order of writing. */
    long nextPlace() {
        return session.nextPlace();
    }

    private @Nullable Object[] stored(Shape<?> shape, List<@Nullable Object> key) {
        Map<List<@Nullable Object>, @Nullable Object[]> rows = seen.get(shape);
        @Nullable Object[] row = rows == null ? null : rows.get(key);
        if (row != null) {
            return row;
        }
        List<@Nullable Object[]> found = session().rows(statements.select(shape), key);
        Invariant.check(
                found.size() == 1, "updating %s of %s, which is not there", key, shape.table());
        return shape.unpacked(found.getFirst());
    }

    private <T> List<T> read(Shape<T> shape, List<@Nullable Object[]> rows) {
        List<T> found = new ArrayList<>(rows.size());
        for (@Nullable Object[] each : rows) {
            @Nullable Object[] row = shape.unpacked(each);
            found.add(shape.read(row));
            if (writing) {
                remember(shape, shape.key(row), row);
            }
        }
        return found;
    }

    private static <T> List<T> decoded(
            Function<RowReader, T> reading, List<@Nullable Object[]> rows) {
        try {
            return rows.stream().map(row -> reading.apply(new RowReader(row))).toList();
        } catch (IllegalArgumentException e) {
            throw Shape.damaged("a query's answer", e);
        }
    }

    private void remember(Shape<?> shape, List<@Nullable Object> key, @Nullable Object[] row) {
        seen.computeIfAbsent(shape, missing -> new HashMap<>()).put(key, row);
    }

    private List<@Nullable Object[]> rows(Template template, Object... values) {
        requireOpen();
        return session().rows(statements.sql(template), Arrays.asList(values));
    }

    private List<@Nullable Object[]> rows(Select<?> query) {
        requireOpen();
        return session().rows(query.getSQL(), query.getBindValues());
    }

    private void requireOpen() {
        Invariant.check(!over, "records were used after the end of their transaction");
    }

    private void requireWriting() {
        requireOpen();
        Invariant.check(writing, "a transaction that only reads tried to write");
    }
}
