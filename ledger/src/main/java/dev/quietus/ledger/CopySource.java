package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A ledger as of one moment, for who reads all of it. */
final class CopySource implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LedgerAddress address;
    private final Session session;
    private final AutoCloseable around;

    private CopySource(LedgerAddress address, Session session, AutoCloseable around) {
        this.address = address;
        this.session = session;
        this.around = around;
    }

    static CopySource open(LedgerAddress address) {
        return switch (address) {
            case LedgerAddress.File file -> file(file);
            case PostgresAddress database -> {
                Session session = PostgresStore.reader(database);
                session.begin(false);
                yield new CopySource(database, session, () -> {});
            }
        };
    }

    // Its lock keeps a server away for as long as the copy takes.
    private static CopySource file(LedgerAddress.File file) {
        Path path = file.path();
        if (!Files.exists(path)) {
            throw new LedgerUnavailableException(
                    Reason.FAILED, "reading the ledger " + path + ": there is no such file");
        }
        SqliteStore store = SqliteStore.open(path, PATIENCE);
        try {
            Session session = store.reader();
            session.begin(false);
            return new CopySource(file, session, store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    Connection connection() {
        return session.connection();
    }

    LedgerVerification verify() {
        return LedgerVerification.within(session);
    }

    /**
     * Makes sure that nothing was written since it was opened, which a copy would lack.
     *
     * @throws LedgerUnavailableException when a server goes on writing
     */
    void requireUnchanged() throws SQLException {
        if (!(address instanceof PostgresAddress database)) {
            return;
        }
        long known = PostgresStore.number(connection(), PostgresSql.NEWEST_PLACE);
        Session now = PostgresStore.reader(database);
        try {
            if (PostgresStore.number(now.connection(), PostgresSql.NEWEST_PLACE) != known) {
                throw new LedgerUnavailableException(
                        Reason.LOCKED,
                        "copying the ledger " + database.location()
                                + ": it was written to meanwhile, which the copy would lack; end"
                                + " every server that uses it and copy again");
            }
        } finally {
            now.rollback();
            now.close();
        }
    }

    @Override
    public void close() throws SQLException {
        session.rollback();
        session.close();
        try {
            around.close();
        } catch (SQLException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
