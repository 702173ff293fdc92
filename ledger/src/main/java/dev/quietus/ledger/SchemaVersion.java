package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.nio.file.Path;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings a ledger to the schema that this program knows; refuses one that is newer. */
final class SchemaVersion {
    /** The newest migration of this program. */
    static final long NEWEST = 1;

    /** The newest one for PostgreSQL, where some follow that SQLite has no use for. */
    static final String NEWEST_POSTGRES = "1.3";

    private static final String MIGRATIONS = "classpath:dev/quietus/ledger/migrations/common";

    private SchemaVersion() {}

    /**
     * The version of a ledger's schema, 0 for none.
     *
     * @throws LedgerUnavailableException when this program does not know it
     */
    static long known(Path path, SqliteProbe probe) throws SQLException {
        long history = probe.number(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'flyway_schema_history'");
        long version = history == 0
                ? 0
                : probe.number("SELECT max(CAST(version AS INTEGER)) FROM flyway_schema_history"
                        + " WHERE success = 1");
        if (version > NEWEST) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + path + ": its schema has version " + version
                            + ", this program knows up to " + NEWEST
                            + "; use the newer Quietus that wrote it");
        }
        return version;
    }

    /** Runs the migrations that are missing. */
    static void migrate(Path path) {
        try {
            // No loggers: its progress is of no use to an operator, and what fails is thrown.
            Flyway.configure()
                    .loggers()
                    .dataSource(SqliteProbe.url(path), "", "")
                    .locations(MIGRATIONS)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw refused(path, e);
        }
    }

    private static LedgerUnavailableException refused(Path path, FlywayException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException found) {
                return SqliteDialect.unavailable(path, "making the tables of", found);
            }
        }
        return new LedgerUnavailableException(
                Reason.FAILED,
                "making the tables of the ledger " + path + ": " + failure.getMessage(),
                failure);
    }
}
