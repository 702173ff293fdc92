package dev.quietus.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.LedgerUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection with its prepared statements. Used by one thread at a time.
 *
 * <p>After a failure of the store the session counts as failed until the transaction is rolled
 * back, because the store may have ended the transaction by itself.
 */
final class Session implements AutoCloseable {
    private static final int MOST_PREPARED = 300;
    private static final String ROLLBACK = "ROLLBACK";

    private final Connection connection;
    private final Statements statements;
    private LongSupplier places;
    private final LinkedHashMap<String, PreparedStatement> prepared =
            new LinkedHashMap<>(64, 0.75f, true);
    private boolean failed;
    private boolean broken;

    /**
     * Takes a connection over.
     *
     * @param connection in auto-commit mode, so that transactions are begun by statements
     * @param statements the ledger's statements
     * @param places hands out places in the order of writing
     */
    Session(Connection connection, Statements statements, LongSupplier places) {
        this.connection = connection;
        this.statements = statements;
        this.places = places;
    }

    Statements statements() {
        return statements;
    }

    Connection connection() {
        return connection;
    }

    /** Where places come from, for one transaction. */
    void placesFrom(LongSupplier source) {
        places = source;
    }

    long nextPlace() {
        return places.getAsLong();
    }

    void begin(boolean writing) {
        failed = false;
        Dialect dialect = statements.dialect();
        (writing ? dialect.beginWriting() : dialect.beginReading())
                .ifPresent(sql -> execute(sql, List.of()));
    }

    private boolean driverBegins() {
        return statements.dialect().beginWriting().isEmpty();
    }

    /**
     * Checks that no statement has failed whose failure was passed over.
     *
     * @throws LedgerUnavailableException when one has, because the transaction may be gone
     */
    void requireSound() {
        if (failed) {
            throw new LedgerUnavailableException(
                    LedgerUnavailableException.Reason.FAILED,
                    "writing to the ledger: a statement failed before and that was passed over;"
                            + " nothing was written");
        }
    }

    void commit() {
        requireSound();
        if (!driverBegins()) {
            execute("COMMIT", List.of());
            return;
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            throw failure("commit", e);
        }
    }

    /** Takes back what was not committed; never throws. */
    void rollback() {
        try {
            if (driverBegins()) {
                connection.rollback();
            } else {
                bound(ROLLBACK, List.of()).execute();
            }
        } catch (SQLException e) {
            forget(ROLLBACK);
            broken = broken || !statements.dialect().nothingToRollBack(e);
        }
        failed = false;
    }

    /** Tells whether not even a rollback worked, so that a new connection is needed. */
    boolean broken() {
        return broken;
    }

    /** Runs a statement and says how many rows it changed. */
    int execute(String sql, List<? extends @Nullable Object> values) {
        try {
            PreparedStatement statement = bound(sql, values);
            statement.execute();
            return statement.getUpdateCount();
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    /** Runs a statement once for each row of values, and checks that each changed one row. */
    void executeForEach(String sql, List<? extends List<? extends @Nullable Object>> rows) {
        try {
            for (List<? extends @Nullable Object> values : rows) {
                bound(sql, values).addBatch();
            }
            for (int changed : bound(sql, List.of()).executeBatch()) {
                Invariant.check(
                        changed == 1 || changed == Statement.SUCCESS_NO_INFO,
                        "'%s' changed %s rows where one was expected",
                        sql,
                        changed);
            }
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    /** Writes all these rows in one statement, and checks that it met as many. */
    void executeTogether(Together together, List<? extends List<? extends @Nullable Object>> rows) {
        int changed = execute(together.sql(), together.columns(statements.dialect(), rows));
        Invariant.check(
                changed == rows.size(),
                "'%s' changed %s rows where %s were expected",
                together.sql(),
                changed,
                rows.size());
    }

    /** Runs several statements at once and returns the rows of those that have such. */
    List<List<@Nullable Object[]>> several(String sql, List<? extends @Nullable Object> values) {
        List<List<@Nullable Object[]>> all = new ArrayList<>();
        try {
            PreparedStatement statement = bound(sql, values);
            boolean rows = statement.execute();
            while (rows || statement.getUpdateCount() != -1) {
                if (rows) {
                    try (ResultSet results = statement.getResultSet()) {
                        all.add(all(results));
                    }
                }
                rows = statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw failure(sql, e);
        }
        return all;
    }

    /** Runs a query and returns its rows: texts as String, numbers as Long. */
    List<@Nullable Object[]> rows(String sql, List<? extends @Nullable Object> values) {
        try (ResultSet results = bound(sql, values).executeQuery()) {
            return all(results);
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    private static List<@Nullable Object[]> all(ResultSet results) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        int width = results.getMetaData().getColumnCount();
        while (results.next()) {
            rows.add(row(results, width));
        }
        return rows;
    }

    private static @Nullable Object[] row(ResultSet results, int width) throws SQLException {
        @Nullable Object[] row = new @Nullable Object[width];
        for (int i = 0; i < width; i++) {
            Object value = results.getObject(i + 1);
            row[i] = value instanceof Integer number ? Long.valueOf(number) : value;
        }
        return row;
    }

    private PreparedStatement bound(String sql, List<? extends @Nullable Object> values)
            throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
            dropOldest();
        }
        for (int i = 0; i < values.size(); i++) {
            switch (values.get(i)) {
                case String text ->
                    statement.setString(i + 1, statements.dialect().stored(text));
                case Integer number -> statement.setInt(i + 1, number);
                case Number number -> statement.setLong(i + 1, number.longValue());
                case null -> statement.setObject(i + 1, null);
                case String[] texts ->
                    statement.setArray(i + 1, connection.createArrayOf("varchar", texts));
                case Long[] numbers ->
                    statement.setArray(i + 1, connection.createArrayOf("bigint", numbers));
                case Object other ->
                    throw new IllegalArgumentException("no column takes a " + other.getClass());
            }
        }
        return statement;
    }

    private void dropOldest() throws SQLException {
        if (prepared.size() > MOST_PREPARED) {
            Map.Entry<String, PreparedStatement> oldest = prepared.firstEntry();
            prepared.remove(oldest.getKey());
            oldest.getValue().close();
        }
    }

    private RuntimeException failure(String sql, SQLException e) {
        failed = true;
        forget(sql);
        Invariant.check(
                !statements.dialect().refusedByConstraint(e),
                "the schema refused '%s': %s",
                sql,
                e);
        return statements.dialect().unavailable(verb(sql), sql, e);
    }

    // The driver finalizes a statement that failed.
    private void forget(String sql) {
        PreparedStatement statement = prepared.remove(sql);
        if (statement != null) {
            try {
                statement.close();
            } catch (SQLException e) {
                broken = true;
            }
        }
    }

    private static String verb(String sql) {
        return sql.startsWith("select") ? "reading" : "writing to";
    }

    /** Closes a broken session as far as that goes. */
    void abandon() {
        try {
            close();
        } catch (LedgerUnavailableException e) {
            prepared.clear();
        }
    }

    @Override
    public void close() {
        try {
            for (PreparedStatement statement : prepared.values()) {
                statement.close();
            }
            prepared.clear();
            connection.close();
        } catch (SQLException e) {
            throw statements.dialect().unavailable("closing a connection to", "close", e);
        }
    }
}
