package dev.quietus.drill.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    /** The columns in which another row of the table differs, apart from some. */
    List<String> different(CopiedRow other, Set<String> apartFrom) {
        return values.keySet().stream()
                .filter(column -> !apartFrom.contains(column))
                .filter(column -> !Objects.equals(values.get(column), other.values.get(column)))
                .toList();
    }

    /** Prepares the statement that writes such a row. */
    PreparedStatement inserting(Connection connection) throws SQLException {
        return inserting(connection, Map.of());
    }

    /**
     * The same where the store computes some columns.
     *
     * @param computed column to expression
     */
    PreparedStatement inserting(Connection connection, Map<String, String> computed)
            throws SQLException {
        List<String> parts = values.keySet().stream()
                .map(column -> computed.getOrDefault(column, "?"))
                .toList();
        return connection.prepareStatement(
                "INSERT INTO " + table + " (" + String.join(", ", values.keySet()) + ") VALUES ("
                        + String.join(", ", parts) + ")");
    }

    /** Prepares the statement that changes some columns of the row with this key. */
    PreparedStatement updating(Connection connection, List<String> columns, List<String> key)
            throws SQLException {
        return connection.prepareStatement("UPDATE " + table + " SET "
                + String.join(", ", columns.stream().map(each -> each + " = ?").toList())
                + " WHERE "
                + String.join(" AND ", key.stream().map(each -> each + " = ?").toList()));
    }

    /** Sets these columns of a statement, which has them in this order, but for what differs. */
    void set(PreparedStatement statement, Collection<String> columns, Map<String, Object> different)
            throws SQLException {
        int place = 1;
        for (String column : columns) {
            Object other = different.get(column);
            statement.setObject(place++, other == null ? values.get(column) : other);
        }
    }
}
