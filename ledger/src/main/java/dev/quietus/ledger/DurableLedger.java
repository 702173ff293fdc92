package dev.quietus.ledger;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** An open ledger, whatever it lies on. Safe for any number of threads. */
public abstract sealed class DurableLedger implements Ledger, AutoCloseable
        permits SqliteLedger, PostgresLedger {
    private static final Duration LONG_ANSWER = Duration.ofHours(1);
    private static final Duration LONG_STATEMENT = Duration.ofMinutes(10);

    DurableLedger() {}

    /**
     * Opens the ledger, and makes it where there is none.
     *
     * @param address where it is
     * @param clock what its time follows instead of its own clock; for tests
     * @throws LedgerUnavailableException when it can't be used; the message says what to do
     */
    public static DurableLedger open(LedgerAddress address, Optional<InstantSource> clock) {
        return switch (address) {
            case LedgerAddress.File(var path) -> {
                SqliteSettings settings = SqliteSettings.of(path);
                yield SqliteLedger.open(clock.map(settings::withClock).orElse(settings));
            }
            case PostgresAddress database -> {
                PostgresSettings settings = PostgresSettings.of(database);
                yield PostgresLedger.open(clock.map(settings::withClock).orElse(settings));
            }
        };
    }

    /**
     * Opens an existing ledger for work on whole trees, which can be large: an answer may take an
     * hour, a statement ten minutes.
     *
     * @param address where it is
     * @throws LedgerUnavailableException when it can't be used; the message says what to do
     */
    public static DurableLedger openForMaintenance(LedgerAddress address) {
        return switch (address) {
            case LedgerAddress.File(var path) ->
                SqliteLedger.open(SqliteSettings.of(path).withAnswerTimeout(LONG_ANSWER));
            case PostgresAddress database ->
                PostgresLedger.open(PostgresSettings.of(database)
                        .withAnswerTimeout(LONG_ANSWER)
                        .withLimits(new PostgresSettings.Limits(
                                PostgresSettings.Limits.DEFAULT.connect(),
                                LONG_STATEMENT,
                                PostgresSettings.Limits.DEFAULT.lock(),
                                LONG_STATEMENT)));
        };
    }

    /** Runs queries on one snapshot of what is committed. */
    abstract <R> R snapshot(Function<Turn, R> reading);

    /** Writes what is no transaction of the core. */
    abstract <R> R onWriter(Function<Turn, R> work);

    /** Sees to it that readers of all events pass over places up to this one that get empty. */
    abstract void beforeLeaving(long highestPlace);

    /**
     * Reads events of all trees behind a position so that none can turn up later in front of those
     * that were read.
     */
    abstract List<EventRow> eventsAfter(long position, int most);

    /** The queries that servers and people ask. */
    public final LedgerQueries queries() {
        return new LedgerQueries(this);
    }

    /** The ledger as it is named in messages; never with a password. */
    public abstract String location();

    /** Tells whether this process has it alone, so that nobody else can be at work on it. */
    public abstract boolean exclusive();

    /**
     * Calls back, soon, when another process may have written: a hint, which can be lost and can
     * come without need. Called on a thread of the ledger's own, which must not be kept.
     */
    public abstract void whenOthersWrite(Runnable listener);

    /** How many commands wait to be written now. */
    public abstract int waiting();

    /**
     * Closes the ledger: takes no more commands, and carries out those that wait. A second call
     * does nothing.
     *
     * @throws LedgerUnavailableException when a transaction does not come to an end in time
     */
    @Override
    public abstract void close();
}
