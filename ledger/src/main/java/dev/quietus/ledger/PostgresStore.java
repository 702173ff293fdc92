package dev.quietus.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.ledger.PostgresSettings.Limits;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;

/** A database that is opened: checked, brought to this program's schema, with its connections. */
final class PostgresStore implements AutoCloseable {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(30);
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(2);
    // What writes outside the lanes: the hints, and places that nobody used.
    private static final int OTHER_WRITERS = 2;

    private final PostgresSettings settings;
    private final PooledSessions writers;
    private final PooledSessions readers;
    private final long newestTime;
    private final long openedAt;

    private PostgresStore(PostgresSettings settings, long newestTime, long openedAt) {
        this.settings = settings;
        this.newestTime = newestTime;
        this.openedAt = openedAt;
        writers = sessions(
                "writers", settings.lanes() + settings.looseLanes() + OTHER_WRITERS, false);
        readers = sessions("readers", settings.readers(), true);
    }

    /**
     * Opens the database of a ledger, and makes the tables where they are missing.
     *
     * @throws LedgerUnavailableException when it can't be used; the message says what to do
     */
    static PostgresStore open(PostgresSettings settings) {
        String location = settings.address().location();
        try (Connection connection = connect(settings)) {
            requireUsable(settings, connection);
            PostgresSchema schema = new PostgresSchema(settings.address());
            schema.prepare(connection);
            requireComplete(location, connection);
            long newest = number(
                    connection,
                    "select coalesce((select at from event where tree_id <> ''"
                            + " order by position desc limit 1), 0)");
            return new PostgresStore(settings, newest, number(connection, PostgresSql.NOW));
        } catch (SQLException e) {
            throw PostgresDialect.unusable(location, "opening", e);
        }
    }

    /** A connection outside the pools, which commits each statement by itself. */
    static Connection connect(PostgresSettings settings) throws SQLException {
        Connection connection =
                DriverManager.getConnection(settings.address().jdbcUrl(), properties(settings));
        try (Statement statement = connection.createStatement()) {
            statement.execute(limits(settings.limits()));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** A session outside the pools, which reads snapshots for as long as it likes. */
    static Session reader(PostgresAddress address) {
        Properties properties = properties(PostgresSettings.of(address));
        properties.remove("socketTimeout");
        String location = address.location();
        try {
            Connection connection = DriverManager.getConnection(address.jdbcUrl(), properties);
            try {
                new PostgresSchema(address).require(connection);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
            return new Session(
                    connection, new Statements(new PostgresDialect(location, false)), () -> 0);
        } catch (SQLException e) {
            throw PostgresDialect.unusable(location, "opening", e);
        }
    }

    /** A connection that writes a whole ledger, for as long as it takes; the tables are made. */
    static Connection forCopy(PostgresAddress address) throws SQLException {
        PostgresSettings settings = PostgresSettings.of(address);
        Properties properties = properties(settings);
        properties.remove("socketTimeout");
        Connection connection = DriverManager.getConnection(address.jdbcUrl(), properties);
        try {
            requireUsable(settings, connection);
            new PostgresSchema(address).prepare(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void requireComplete(String location, Connection connection)
            throws SQLException {
        String from = text(
                connection,
                "select content from setting where name = '" + CopyTarget.COPYING + "'");
        if (!from.isEmpty()) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + location + ": a copy of " + from
                            + " into it did not come to its end; copy again");
        }
    }

    private static void requireUsable(PostgresSettings settings, Connection connection)
            throws SQLException {
        String location = settings.address().location();
        if (text(connection, "show transaction_read_only").equals("on")) {
            throw new LedgerUnavailableException(
                    Reason.READ_ONLY,
                    "opening the ledger " + location
                            + ": the server takes no writes; name the primary, not a standby");
        }
        String encoding = text(connection, "show server_encoding");
        if (!encoding.equals("UTF8")) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + location + ": the database is encoded in " + encoding
                            + ", expected UTF8; create it with ENCODING 'UTF8'");
        }
        if (!settings.address().unsafeCommit()) {
            requireDurable(location, connection);
        }
    }

    // Acknowledged means on disk; a server that answers before that is no ledger.
    private static void requireDurable(String location, Connection connection) throws SQLException {
        for (String setting : new String[] {"synchronous_commit", "fsync"}) {
            String value = text(
                    connection, "select coalesce(current_setting('" + setting + "', true), '')");
            if (value.equals("off")) {
                throw new LedgerUnavailableException(
                        Reason.FAILED,
                        "opening the ledger " + location + ": " + setting + " is off at the server,"
                                + " so that what was acknowledged could be lost; switch it on, or"
                                + " accept that with ?" + PostgresAddress.UNSAFE_COMMIT
                                + "=allowed");
            }
        }
    }

    private static Properties properties(PostgresSettings settings) {
        Properties all = settings.address().properties();
        Limits limits = settings.limits();
        // What is said in the address wins, where it weakens nothing.
        all.putIfAbsent("ApplicationName", "quietus");
        all.putIfAbsent("connectTimeout", seconds(limits.connect()));
        all.putIfAbsent("loginTimeout", seconds(limits.connect()));
        all.putIfAbsent("socketTimeout", seconds(limits.statement().plusSeconds(5)));
        all.putIfAbsent("tcpKeepAlive", "true");
        all.setProperty("stringtype", "unspecified");
        all.setProperty("reWriteBatchedInserts", "true");
        all.setProperty("prepareThreshold", "2");
        return all;
    }

    private static String seconds(Duration time) {
        return String.valueOf(Math.max(1, (time.toMillis() + 999) / 1000));
    }

    private static String limits(Limits limits) {
        return "set statement_timeout = " + limits.statement().toMillis() + "; set lock_timeout = "
                + limits.lock().toMillis() + "; set idle_in_transaction_session_timeout = "
                + limits.idle().toMillis();
    }

    private PooledSessions sessions(String name, int most, boolean readOnly) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("quietus-ledger-" + name);
        config.setJdbcUrl(settings.address().jdbcUrl());
        config.setDataSourceProperties(properties(settings));
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(1);
        config.setAutoCommit(false);
        config.setReadOnly(readOnly);
        config.setTransactionIsolation(
                readOnly ? "TRANSACTION_REPEATABLE_READ" : "TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(limits(settings.limits()));
        // Else the limits would be taken back with the first transaction.
        config.setIsolateInternalQueries(true);
        config.setConnectionTimeout(
                Math.max(1_000, 2 * settings.limits().connect().toMillis()));
        config.setValidationTimeout(Math.max(250, settings.limits().connect().toMillis()));
        config.setMaxLifetime(LONGEST_LIFE.toMillis());
        config.setKeepaliveTime(KEEP_ALIVE.toMillis());
        config.setInitializationFailTimeout(-1);
        String location = settings.address().location();
        return new PooledSessions(
                new HikariDataSource(config),
                new Statements(new PostgresDialect(location, !readOnly)),
                location);
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            return results.next() ? String.valueOf(results.getString(1)) : "";
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            return results.next() ? results.getLong(1) : 0;
        }
    }

    PostgresSettings settings() {
        return settings;
    }

    /** The time of the newest event, in milliseconds. */
    long newestTime() {
        return newestTime;
    }

    /** What the database's clock showed when it was opened, in milliseconds. */
    long openedAt() {
        return openedAt;
    }

    PooledSessions writers() {
        return writers;
    }

    PooledSessions readers() {
        return readers;
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
    }
}
