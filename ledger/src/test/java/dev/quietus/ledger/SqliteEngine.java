package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;

/** Ledgers in SQLite files, each in a directory of its own. */
final class SqliteEngine implements Engine {
    static final SqliteEngine ENGINE = new SqliteEngine();

    private SqliteEngine() {}

    @Override
    public FilePlace place() {
        try {
            return new FilePlace(Files.createTempDirectory("quietus-ledger-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What must hold of a file at rest. */
    static void requireSound(Path path) throws SQLException {
        assertThat(LedgerVerification.verify(path).findings()).isEmpty();
        try (SqliteProbe probe = SqliteProbe.open(path)) {
            assertThat(probe.text("PRAGMA integrity_check")).isEqualTo("ok");
            assertThat(probe.text("PRAGMA foreign_key_check")).isEmpty();
            assertThat(probe.number("SELECT count(*) FROM chain WHERE event_count < 1"))
                    .isZero();
        }
    }

    record FilePlace(Path directory) implements Place {
        Path path() {
            return directory.resolve("ledger.db");
        }

        @Override
        public DurableLedger open(InstantSource clock, Bounds bounds) {
            return SqliteLedger.open(SqliteSettings.of(path())
                    .withReaders(2)
                    .withQueueBound(bounds.queueBound())
                    .withBatchBound(bounds.batchBound())
                    .withAnswerTimeout(bounds.answerTimeout())
                    .withClock(clock));
        }

        @Override
        public LedgerVerification verified() {
            return LedgerVerification.verify(path());
        }

        @Override
        public void tamper(String sql) throws SQLException {
            try (SqliteProbe probe = SqliteProbe.open(path())) {
                probe.run(sql);
            }
        }

        @Override
        public void requireSound() throws SQLException {
            SqliteEngine.requireSound(path());
        }

        @Override
        public void remove() {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
