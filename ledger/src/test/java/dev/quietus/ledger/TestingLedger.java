package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.ledger.Engine.Bounds;
import dev.quietus.ledger.Engine.Place;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A ledger of its own for every test; after each test all of it is checked. */
final class TestingLedger implements BeforeEachCallback, AfterEachCallback {
    final TestingClock clock = new TestingClock();
    private final Engine engine;
    private final Bounds bounds;
    private boolean checked = true;
    private @Nullable Place place;
    private @Nullable DurableLedger ledger;

    TestingLedger(Engine engine) {
        this(engine, Bounds.USUAL);
    }

    TestingLedger(Engine engine, Bounds bounds) {
        this.engine = engine;
        this.bounds = bounds;
    }

    /** For tests that damage it. */
    TestingLedger leftAlone() {
        checked = false;
        return this;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        place = engine.place();
        ledger = place().open(clock, bounds);
    }

    @Override
    public void afterEach(ExtensionContext context) throws SQLException {
        DurableLedger open = ledger;
        if (open == null) {
            return;
        }
        open.close();
        if (checked) {
            assertThat(verified().findings()).isEmpty();
            place().requireSound();
        }
        place().remove();
    }

    Place place() {
        assertThat(place).isNotNull();
        return place;
    }

    DurableLedger ledger() {
        assertThat(ledger).isNotNull();
        return ledger;
    }

    /** The file, where it lies in one. */
    Path path() {
        return ((SqliteEngine.FilePlace) place()).path();
    }

    DurableLedger reopen() {
        return reopen(bounds);
    }

    DurableLedger reopen(Bounds other) {
        ledger().close();
        ledger = place().open(clock, other);
        return ledger();
    }

    LedgerVerification verified() {
        return place().verified();
    }

    void tamper(String sql) throws SQLException {
        place().tamper(sql);
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

    static Optional<Run> run(DurableLedger ledger, String id) {
        return ledger.read(records -> records.run(new RunId(id)));
    }
}
