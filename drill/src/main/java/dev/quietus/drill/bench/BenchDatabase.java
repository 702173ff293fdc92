package dev.quietus.drill.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.UUID;

/**
 * A PostgreSQL database in which to measure. Everything goes into a schema of its own, which is
 * removed at the end; nothing else is touched. The role needs {@code CREATE} in the database.
 *
 * @param address the database as {@code quietus serve} takes it, without a password: the server
 *     that is measured finds that where this process found it
 * @param jdbcUrl the same as JDBC names it
 * @param login user, password and parameters of the driver
 * @param writers how many connections write at the same time, as many as the ledger has lanes
 */
public record BenchDatabase(String address, String jdbcUrl, Properties login, int writers) {
    private static final String SCHEMA = "currentSchema";

    /** A schema of its own, for one measurement. */
    record Place(String address, BenchStore store, String schema) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            run(store.url(), store.properties(), "DROP SCHEMA \"" + schema + "\" CASCADE");
        }
    }

    Place place() throws IOException {
        String schema = "quietus_bench_" + UUID.randomUUID().toString().substring(0, 8);
        run(jdbcUrl, login, "CREATE SCHEMA \"" + schema + "\"");
        Properties within = new Properties();
        within.putAll(login);
        within.setProperty(SCHEMA, schema);
        return new Place(
                address + (address.contains("?") ? "&" : "?") + SCHEMA + "=" + schema,
                BenchStore.postgres(jdbcUrl, within, writers),
                schema);
    }

    private static void run(String url, Properties login, String sql) throws IOException {
        try (Connection connection = DriverManager.getConnection(url, login);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IOException("'" + sql + "': " + e.getMessage(), e);
        }
    }
}
