package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Brings a database to the schema that this program knows, under a lock, so that several nodes can
 * start at once; refuses one that is newer or another program's.
 */
final class PostgresSchema {
    private static final String HISTORY = "flyway_schema_history";
    private static final String MIGRATIONS = "classpath:dev/quietus/ledger/migrations/";
    private static final Set<String> OURS = Set.of(
            "run",
            "run_label",
            "operation",
            "barrier",
            "in_flight",
            "receipt",
            "event",
            "chain",
            "token",
            "setting",
            "commit_mark",
            HISTORY);

    private final PostgresAddress address;

    PostgresSchema(PostgresAddress address) {
        this.address = address;
    }

    /** Checks what is there, and makes what is missing. */
    void prepare(Connection connection) throws SQLException {
        Set<String> tables = tables(connection);
        requireOurs(connection, tables);
        if (!current(connection, tables)) {
            migrate();
        }
    }

    /** Checks what is there, and changes nothing. */
    void require(Connection connection) throws SQLException {
        Set<String> tables = tables(connection);
        requireOurs(connection, tables);
        if (!current(connection, tables)) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + address.location()
                            + ": there is no ledger in it, or one of an older version");
        }
    }

    private Set<String> tables(Connection connection) throws SQLException {
        if (PostgresStore.text(connection, "select current_schema()").equals("null")) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + address.location()
                            + ": the schema that it is to lie in does not exist; create it, or"
                            + " name another with ?currentSchema=NAME");
        }
        return new TreeSet<>(texts(
                connection,
                "select table_name from information_schema.tables"
                        + " where table_schema = current_schema() and table_type = 'BASE TABLE'"));
    }

    private void requireOurs(Connection connection, Set<String> tables) throws SQLException {
        Set<String> others = new TreeSet<>(tables);
        others.removeAll(OURS);
        boolean migrated = tables.contains(HISTORY);
        boolean marked = migrated && tables.contains("commit_mark") && marked(connection);
        if (tables.isEmpty() || marked || migrated && others.isEmpty()) {
            return;
        }
        throw new LedgerUnavailableException(
                Reason.FOREIGN,
                "opening the ledger " + address.location()
                        + ": the schema holds tables of another program ("
                        + String.join(
                                ", ",
                                (others.isEmpty() ? tables : others)
                                        .stream().limit(3).toList())
                        + "); it was left as it is, create a database of its own");
    }

    private static boolean marked(Connection connection) throws SQLException {
        return PostgresStore.text(connection, "select content from setting where name = 'ledger'")
                .equals("quietus");
    }

    /** Tells whether nothing is missing. */
    private boolean current(Connection connection, Set<String> tables) throws SQLException {
        if (!tables.contains(HISTORY)) {
            return false;
        }
        List<String> versions = texts(
                connection,
                "select version from " + HISTORY + " where success and version is not null");
        for (String version : versions) {
            String whole =
                    version.contains(".") ? version.substring(0, version.indexOf('.')) : version;
            if (Long.parseLong(whole) > SchemaVersion.NEWEST) {
                throw new LedgerUnavailableException(
                        Reason.FOREIGN,
                        "opening the ledger " + address.location() + ": its schema has version "
                                + version + ", this program knows up to " + SchemaVersion.NEWEST
                                + "; use the newer Quietus that wrote it");
            }
        }
        return versions.contains(SchemaVersion.NEWEST_POSTGRES) && tables.containsAll(OURS);
    }

    private void migrate() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(address.jdbcUrl());
        try {
            for (var property : address.properties().entrySet()) {
                source.setProperty(
                        property.getKey().toString(), property.getValue().toString());
            }
            source.setApplicationName("quietus migration");
            // No loggers: its progress is of no use to an operator, and what fails is thrown.
            Flyway.configure()
                    .loggers()
                    .dataSource(source)
                    .locations(MIGRATIONS + "common", MIGRATIONS + "postgresql")
                    .load()
                    .migrate();
        } catch (SQLException e) {
            throw PostgresDialect.unusable(address.location(), "making the tables of", e);
        } catch (FlywayException e) {
            throw refused(e);
        }
    }

    private LedgerUnavailableException refused(FlywayException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException found) {
                return PostgresDialect.unusable(address.location(), "making the tables of", found);
            }
        }
        return new LedgerUnavailableException(
                Reason.FAILED,
                "making the tables of the ledger " + address.location() + ": "
                        + failure.getMessage(),
                failure);
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            while (results.next()) {
                all.add(results.getString(1));
            }
        }
        return all;
    }
}
