package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A ledger of its own for every test; after each test all of it is checked. */
final class TestingLedger implements BeforeEachCallback, AfterEachCallback {
    final TestingClock clock = new TestingClock();
    private final UnaryOperator<SqliteSettings> settings;
    private @Nullable Path directory;
    private @Nullable SqliteLedger ledger;

    TestingLedger() {
        this(UnaryOperator.identity());
    }

    TestingLedger(UnaryOperator<SqliteSettings> settings) {
        this.settings = settings;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("quietus-ledger-");
        ledger = open();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException, SQLException {
        ledger().close();
        requireSound(path());
        try (Stream<Path> files = Files.walk(path().getParent())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    SqliteLedger ledger() {
        assertThat(ledger).isNotNull();
        return ledger;
    }

    Path path() {
        assertThat(directory).isNotNull();
        return directory.resolve("ledger.db");
    }

    SqliteLedger reopen() {
        ledger().close();
        ledger = open();
        return ledger;
    }

    private SqliteLedger open() {
        return SqliteLedger.open(
                settings.apply(SqliteSettings.of(path()).withReaders(2).withClock(clock)));
    }

    <R> R write(Transaction<R> transaction) {
        return ledger().write(transaction);
    }

    void run(Consumer<Records> writing) {
        ledger().write(records -> {
            writing.accept(records);
            return true;
        });
    }

    <R> R read(Transaction<R> transaction) {
        return ledger().read(transaction);
    }

    <T> Optional<T> find(Transaction<Optional<T>> transaction) {
        return ledger().read(transaction);
    }

    <T> List<T> list(Transaction<List<T>> transaction) {
        return ledger().read(transaction);
    }

    <T> List<T> changed(Transaction<List<T>> transaction) {
        return ledger().write(transaction);
    }

    static Optional<Run> run(SqliteLedger ledger, String id) {
        return ledger.read(records -> records.run(new RunId(id)));
    }

    /** Everything that must hold of any ledger at rest. */
    static void requireSound(Path path) throws SQLException {
        assertThat(LedgerVerification.verify(path).findings()).isEmpty();
        try (SqliteProbe probe = SqliteProbe.open(path)) {
            assertThat(probe.text("PRAGMA integrity_check")).isEqualTo("ok");
            assertThat(probe.text("PRAGMA foreign_key_check")).isEmpty();
            assertThat(probe.number("SELECT count(*) FROM chain WHERE event_count < 1"))
                    .isZero();
        }
    }
}
