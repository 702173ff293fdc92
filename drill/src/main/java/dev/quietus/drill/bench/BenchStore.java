package dev.quietus.drill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/**
 * The store under a measured ledger, reached with plain JDBC and the driver settings that the
 * ledger itself uses. Immutable.
 *
 * @param url the store as JDBC names it
 * @param properties login and settings of the driver
 * @param writers how many connections write at the same time
 */
record BenchStore(String url, Properties properties, int writers) {
    private static final String SQLITE = "jdbc:sqlite:";

    /** A ledger in a file. */
    static BenchStore file(Path file) {
        Properties properties = new Properties();
        properties.setProperty("jdbc.get_generated_keys", "false");
        return new BenchStore(SQLITE + file, properties, 1);
    }

    /** A ledger in PostgreSQL. */
    static BenchStore postgres(String url, Properties login, int writers) {
        Properties properties = new Properties();
        properties.putAll(login);
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("prepareThreshold", "2");
        return new BenchStore(url, properties, writers);
    }

    private boolean oneWriter() {
        return url.startsWith(SQLITE);
    }

    /** What the store computes itself when an event is written: column to expression. */
    Map<String, String> computedOfEvent() {
        return oneWriter() ? Map.of() : Map.of("position", "nextval('event_place')");
    }

    /** A connection. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    /** A connection that commits when it is told to, and then durably. */
    Connection writer() throws SQLException {
        Connection connection = connect();
        if (oneWriter()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
                statement.execute("PRAGMA foreign_keys = ON");
                statement.execute("PRAGMA cache_size = -16384");
                statement.execute("PRAGMA wal_autocheckpoint = 4000");
            }
        }
        connection.setAutoCommit(false);
        return connection;
    }
}
