package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** An opened file: hands out sessions on it, and holds its lock until it is closed. */
final class SqliteStore implements AutoCloseable {
    /** A larger file is not read whole when it is opened. */
    private static final long MOST_CHECKED_BYTES = 512L << 20;

    private static final long WAL_PAGES = 4_000;
    private static final long WAL_BYTES_KEPT = 64L << 20;
    private static final long CACHE_KIB = 16_384;

    private final Path path;
    private final SqliteLock lock;
    private final Duration busyTimeout;
    private final Statements statements;
    private final AtomicLong places = new AtomicLong();

    private SqliteStore(Path path, SqliteLock lock, Duration busyTimeout) {
        this.path = path;
        this.lock = lock;
        this.busyTimeout = busyTimeout;
        this.statements = new Statements(new SqliteDialect(path));
    }

    /**
     * Opens a ledger's file, and makes it where it is missing.
     *
     * @throws LedgerUnavailableException when it can't be used; the message says what to do
     */
    static SqliteStore open(Path named, Duration busyTimeout) {
        Path path = SqliteFile.place(named);
        if (!SqliteFile.fresh(path) && !SqliteLock.heldHere(path)) {
            SqliteFile.requireOurs(path);
        }
        SqliteLock lock = SqliteLock.take(path);
        try {
            SqliteStore store = new SqliteStore(path, lock, busyTimeout);
            store.prepare();
            return store;
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    // Everything is looked at again under the lock: another process may have made it meanwhile.
    private void prepare() {
        boolean fresh = SqliteFile.fresh(path);
        if (!fresh) {
            SqliteFile.requireOurs(path);
        }
        SqliteFile.make(path);
        try (SqliteProbe probe = SqliteProbe.open(path)) {
            probe.run("PRAGMA busy_timeout = " + busyTimeout.toMillis());
            if (fresh || probe.number("PRAGMA application_id") == 0) {
                // Before there is a log of writes ahead, so that the mark is in the file itself.
                probe.text("PRAGMA journal_mode = DELETE");
                probe.run("PRAGMA application_id = " + SqliteFile.APPLICATION_ID);
            } else {
                requireWhole(path, probe);
            }
            String mode = probe.text("PRAGMA journal_mode = WAL").toLowerCase(Locale.ROOT);
            if (!mode.equals("wal")) {
                throw new LedgerUnavailableException(
                        Reason.FAILED,
                        "opening the ledger " + path + ": the journal mode is '" + mode
                                + "', expected 'wal'; use a local file system");
            }
            if (SchemaVersion.known(path, probe) < SchemaVersion.NEWEST) {
                SchemaVersion.migrate(path);
            }
            places.set(Math.max(
                    probe.number("SELECT max(position) FROM event"),
                    probe.number("SELECT CAST(content AS INTEGER) FROM setting"
                            + " WHERE name = 'place_floor'")));
        } catch (SQLException e) {
            throw SqliteDialect.unavailable(path, "opening", e);
        }
    }

    private static void requireWhole(Path path, SqliteProbe probe) throws SQLException {
        if (size(path) > MOST_CHECKED_BYTES) {
            return;
        }
        String found = probe.text("PRAGMA quick_check(1)");
        if (!found.equals("ok")) {
            throw new LedgerUnavailableException(
                    Reason.DAMAGED,
                    "opening the ledger " + path + ": the file is damaged (" + found
                            + "); restore a backup");
        }
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw SqliteFile.refused(path, "its size can't be read", e);
        }
    }

    Path path() {
        return path;
    }

    /** The time of the newest event, which is the newest recorded time of all. */
    Instant newestTime() {
        try (SqliteProbe probe = SqliteProbe.open(path)) {
            return Instant.ofEpochMilli(
                    probe.number("SELECT at FROM event ORDER BY position DESC LIMIT 1"));
        } catch (SQLException e) {
            throw SqliteDialect.unavailable(path, "reading the newest time of", e);
        }
    }

    /** Opens the session of the writer: what it commits is on disk. */
    Session writer() {
        return session(false);
    }

    /** Opens a session that can't write. */
    Session reader() {
        return session(true);
    }

    private Session session(boolean readOnly) {
        try {
            SqliteProbe probe = SqliteProbe.open(path);
            try {
                tune(probe, readOnly);
            } catch (SQLException e) {
                probe.close();
                throw e;
            }
            return new Session(probe.connection(), statements, places::incrementAndGet);
        } catch (SQLException e) {
            throw SqliteDialect.unavailable(path, "opening a connection to", e);
        }
    }

    private void tune(SqliteProbe probe, boolean readOnly) throws SQLException {
        probe.run("PRAGMA busy_timeout = " + busyTimeout.toMillis());
        probe.run("PRAGMA trusted_schema = OFF");
        probe.run("PRAGMA foreign_keys = ON");
        probe.run("PRAGMA synchronous = FULL");
        if (System.getProperty("os.name", "").startsWith("Mac")) {
            // An ordinary fsync of macOS leaves data in the drive's cache.
            probe.run("PRAGMA fullfsync = ON");
            probe.run("PRAGMA checkpoint_fullfsync = ON");
        }
        probe.run("PRAGMA cache_size = -" + CACHE_KIB);
        probe.run("PRAGMA wal_autocheckpoint = " + WAL_PAGES);
        probe.run("PRAGMA journal_size_limit = " + WAL_BYTES_KEPT);
        if (readOnly) {
            probe.run("PRAGMA query_only = ON");
        }
    }

    /** Moves all that was committed into the file itself. */
    void checkpoint() {
        try (SqliteProbe probe = SqliteProbe.open(path)) {
            probe.run("PRAGMA busy_timeout = " + busyTimeout.toMillis());
            probe.text("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw SqliteDialect.unavailable(path, "closing", e);
        }
    }

    /** Gives the lock back; every session must be closed before. */
    @Override
    public void close() {
        lock.close();
    }
}
