package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * An empty ledger that is filled in one transaction. Until that is committed it can't be opened as
 * a ledger: a file has another name, a database a mark.
 */
abstract sealed class CopyTarget implements AutoCloseable {
    /** The setting that marks a database into which a copy was begun. */
    static final String COPYING = "copying";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static CopyTarget open(LedgerAddress address, String from) throws SQLException {
        return switch (address) {
            case LedgerAddress.File(var path) -> InFile.open(path);
            case PostgresAddress database -> InDatabase.open(database, from);
        };
    }

    abstract Session session();

    final Connection connection() {
        return session().connection();
    }

    final LedgerVerification verify() {
        return LedgerVerification.within(session());
    }

    /** Commits, and makes it a ledger. */
    abstract void complete(long highestPlace, long highestEventPlace) throws SQLException;

    @Override
    public abstract void close();

    private static LedgerUnavailableException notEmpty(String location) {
        return new LedgerUnavailableException(
                Reason.FOREIGN,
                "copying to the ledger " + location
                        + ": it is not empty; it was left as it is, name an empty one");
    }

    private static final class InFile extends CopyTarget {
        private final Path path;
        private final Path beside;
        private final SqliteStore store;
        private final Session session;
        private boolean complete;

        private InFile(Path path, Path beside, SqliteStore store) {
            this.path = path;
            this.beside = beside;
            this.store = store;
            this.session = store.writer();
        }

        static InFile open(Path named) {
            Path path = SqliteFile.place(named);
            if (Files.exists(path)) {
                throw notEmpty(path.toString());
            }
            Path beside = path.resolveSibling(path.getFileName() + ".copying");
            remove(beside);
            InFile target = new InFile(path, beside, SqliteStore.open(beside, PATIENCE));
            target.session.begin(true);
            return target;
        }

        private static void remove(Path beside) {
            try {
                for (String end : new String[] {"", "-wal", "-shm", ".lock"}) {
                    Files.deleteIfExists(beside.resolveSibling(beside.getFileName() + end));
                }
            } catch (IOException e) {
                throw SqliteFile.refused(beside, "what an earlier copy left can't be removed", e);
            }
        }

        @Override
        Session session() {
            return session;
        }

        @Override
        void complete(long highestPlace, long highestEventPlace) throws SQLException {
            try (PreparedStatement floor = connection()
                    .prepareStatement("insert into setting values ('place_floor', ?)"
                            + " on conflict (name) do update set content = excluded.content")) {
                floor.setString(1, String.valueOf(highestPlace));
                floor.executeUpdate();
            }
            session.commit();
            complete = true;
        }

        @Override
        public void close() {
            if (!complete) {
                session.rollback();
            }
            session.close();
            try {
                if (complete) {
                    store.checkpoint();
                }
            } finally {
                store.close();
            }
            if (complete) {
                move();
            } else {
                remove(beside);
            }
        }

        private void move() {
            try {
                Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
                remove(beside);
            } catch (IOException e) {
                throw SqliteFile.refused(path, "the copy can't be given its name", e);
            }
        }
    }

    private static final class InDatabase extends CopyTarget {
        private final Session session;

        private InDatabase(Session session) {
            this.session = session;
        }

        static InDatabase open(PostgresAddress address, String from) throws SQLException {
            Connection connection = PostgresStore.forCopy(address);
            try {
                long rows = PostgresStore.number(
                        connection,
                        "select (select count(*) from run) + (select count(*) from event)"
                                + " + (select count(*) from token) + (select count(*) from chain)");
                if (rows > 0) {
                    throw notEmpty(address.location());
                }
                try (PreparedStatement mark = connection.prepareStatement(
                        "insert into setting values ('" + COPYING + "', ?) on conflict (name)"
                                + " do update set content = excluded.content")) {
                    mark.setString(1, from);
                    mark.executeUpdate();
                }
                connection.setAutoCommit(false);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
            return new InDatabase(new Session(
                    connection,
                    new Statements(new PostgresDialect(address.location(), false)),
                    () -> 0));
        }

        @Override
        Session session() {
            return session;
        }

        @Override
        void complete(long highestPlace, long highestEventPlace) throws SQLException {
            try (Statement statement = connection().createStatement()) {
                statement.execute("select setval('event_place', " + (highestEventPlace + 1) + ")");
                statement.execute("select setval('row_place', " + (highestPlace + 1) + ")");
                statement.execute("update setting set content = '" + (highestEventPlace + 1)
                        + "' where name = 'decided_place'");
                statement.execute("delete from setting where name = '" + COPYING + "'");
            }
            session.commit();
        }

        @Override
        public void close() {
            session.rollback();
            session.close();
        }
    }
}
