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
import org.jooq.Query;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on one session: what its statements have in common. Used by one thread, and not
 * after its end.
 *
 * <p>It remembers the rows that it read, so that an update writes only the columns that changed and
 * touches only their indexes. A new row waits for the next statement: what is taken in and begun at
 * once is written once. What the commands of one transaction of the store share is {@link Shared}.
 */
final class Turn {
    private final Session session;
    private final Statements statements;
    private final boolean writing;
    private final Shared shared;
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
        this(session, writing, Shared.plain(session, () -> now));
    }

    /** A transaction that shares one of the store's with others. */
    Turn(Session session, boolean writing, Shared shared) {
        this.session = session;
        this.statements = session.statements();
        this.writing = writing;
        this.shared = shared;
    }

    Instant now() {
        Instant known = now;
        if (known == null) {
            known = shared.clock().get();
            now = known;
        }
        return known;
    }

    ChainHeads heads() {
        return shared.heads();
    }

    boolean writing() {
        return writing;
    }

    Dialect dialect() {
        return statements.dialect();
    }

    /** Hands the new row on that waits here. */
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
        shared.late().insert(waiting.shape, values);
    }

    /** The session, when everything so far is written. */
    private Session session() {
        writeOut();
        shared.late().writeOut();
        return session;
    }

    /** The same for a statement that changes rows without naming them here. */
    private Session changing() {
        requireWriting();
        shared.ahead().forget();
        return session();
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
        return changing().execute(statements.sql(template), Arrays.asList(values));
    }

    /** The same for a statement that is built for this call. */
    int change(Query query) {
        return changing().execute(query.getSQL(), query.getBindValues());
    }

    /** Runs a statement once for each row of values; each must change one row. */
    void changeForEach(Template template, List<List<Object>> rows) {
        if (!rows.isEmpty()) {
            changing().executeForEach(statements.sql(template), rows);
        }
    }

    /** Runs a statement that writes and returns rows. */
    <T> List<T> changeReturning(Function<RowReader, T> reading, Query query) {
        return decoded(reading, changing().rows(query.getSQL(), query.getBindValues()));
    }

    /** Sets something of the connection itself. */
    boolean pragma(String sql) {
        changing().rows(sql, List.of());
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
        @Nullable Object[] row = shape.write(value);
        shared.ahead().touched(shape, row);
        unwritten = new Unwritten(shape, Arrays.asList(row), place);
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
        writeOut();
        shared.ahead().touched(shape, before);
        shared.ahead().touched(shape, after);
        shared.late().update(shape, columns, after);
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
        Optional<List<@Nullable Object[]>> known = shared.ahead().answer(template, values);
        return known.isPresent()
                ? known.get()
                : session().rows(statements.sql(template), Arrays.asList(values));
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
