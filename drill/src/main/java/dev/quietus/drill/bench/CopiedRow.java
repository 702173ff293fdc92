package dev.quietus.drill.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger as it is, from which others are made that differ in a few columns: what a
 * measurement writes then weighs as much as what the server writes. Immutable.
 *
 * @param table the table
 * @param values every column with its value
 */
record CopiedRow(String table, Map<String, @Nullable Object> values) {

    /**
     * Reads rows.
     *
     * @param where a condition on the table, without parameters
     */
    static List<CopiedRow> read(Connection connection, String table, String where)
            throws SQLException {
        List<CopiedRow> rows = new ArrayList<>();
        try (PreparedStatement query =
                        connection.prepareStatement("SELECT * FROM " + table + " WHERE " + where);
                ResultSet found = query.executeQuery()) {
            ResultSetMetaData columns = found.getMetaData();
            while (found.next()) {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    values.put(columns.getColumnName(i), found.getObject(i));
                }
                rows.add(new CopiedRow(table, values));
            }
        }
        return rows;
    }

    /** The only row, or the first of several. */
    static CopiedRow one(Connection connection, String table, String where) throws SQLException {
        List<CopiedRow> rows = read(connection, table, where);
        if (rows.isEmpty()) {
            throw new SQLException("no row of " + table + " where " + where);
        }
        return rows.getFirst();
    }

    /** Prepares the statement that writes such a row. */
    PreparedStatement inserting(Connection connection) throws SQLException {
        return connection.prepareStatement("INSERT INTO " + table + " ("
                + String.join(", ", values.keySet()) + ") VALUES ("
                + String.join(", ", values.keySet().stream().map(_ -> "?").toList()) + ")");
    }

    /** Prepares the statement that changes every other column of the row with this key. */
    PreparedStatement updating(Connection connection, List<String> key) throws SQLException {
        List<String> others =
                values.keySet().stream().filter(each -> !key.contains(each)).toList();
        return connection.prepareStatement("UPDATE " + table + " SET "
                + String.join(", ", others.stream().map(each -> each + " = ?").toList())
                + " WHERE "
                + String.join(" AND ", key.stream().map(each -> each + " = ?").toList()));
    }

    /** Sets a statement of {@link #inserting} to this row, but for what differs. */
    void insert(PreparedStatement statement, Map<String, Object> different) throws SQLException {
        int place = 1;
        for (String column : values.keySet()) {
            set(statement, place++, column, different);
        }
        statement.executeUpdate();
    }

    /** Sets a statement of {@link #updating} likewise. */
    void update(PreparedStatement statement, List<String> key, Map<String, Object> different)
            throws SQLException {
        int place = 1;
        for (String column : values.keySet()) {
            if (!key.contains(column)) {
                set(statement, place++, column, different);
            }
        }
        for (String column : key) {
            set(statement, place++, column, different);
        }
        statement.executeUpdate();
    }

    private void set(
            PreparedStatement statement, int place, String column, Map<String, Object> different)
            throws SQLException {
        Object other = different.get(column);
        statement.setObject(place, other == null ? values.get(column) : other);
    }
}
