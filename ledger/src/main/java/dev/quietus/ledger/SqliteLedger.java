package dev.quietus.ledger;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.ledger.Transaction;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The durable record in one SQLite file: one writer with group commit, several readers on
 * snapshots.
 *
 * <p>Safe for any number of threads. An answer of {@link #write} is given after the commit has
 * reached the disk. One process at a time has the file.
 */
public final class SqliteLedger implements Ledger, AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final SqliteStore store;
    private final Duration answerTimeout;
    private final LedgerClock clock;
    private final Waiting writes;
    private final Waiting reads;
    private final WriteLane writer;
    private final List<ReadLane> readers = new ArrayList<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private SqliteLedger(SqliteStore store, SqliteSettings settings) {
        this.store = store;
        answerTimeout = settings.answerTimeout();
        clock = new LedgerClock(settings.clock(), store.newestTime());
        writes = new Waiting(settings.queueBound());
        reads = new Waiting(settings.queueBound());
        writer = new WriteLane(writes, clock, settings.batchBound(), store::writer);
        for (int i = 1; i <= settings.readers(); i++) {
            readers.add(new ReadLane(i, reads, clock, store::reader));
        }
    }

    /**
     * Opens the ledger, and makes it where there is none.
     *
     * @throws LedgerUnavailableException when it can't be used: another program's file, a newer
     *     schema, damage, in use, not writable; the message says what to do
     */
    public static SqliteLedger open(SqliteSettings settings) {
        SqliteStore store = SqliteStore.open(settings.path(), settings.busyTimeout());
        try {
            SqliteLedger ledger = new SqliteLedger(store, settings);
            ledger.writer.start();
            ledger.readers.forEach(Lane::start);
            return ledger;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    @Override
    public <R> R write(Transaction<R> transaction) {
        return Lane.ask(writes, turn -> transaction.apply(new TurnRecords(turn)), answerTimeout);
    }

    @Override
    public <R> R read(Transaction<R> transaction) {
        return snapshot(turn -> transaction.apply(new TurnRecords(turn)));
    }

    /** Runs queries on one snapshot of what is committed. */
    <R> R snapshot(Function<Turn, R> reading) {
        return Lane.ask(reads, reading, answerTimeout);
    }

    /** Runs a statement on the writer's connection, for what has no rows. */
    <R> R onWriter(Function<Turn, R> work) {
        return Lane.ask(writes, work, answerTimeout);
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    /** The queries that servers and people ask. */
    public LedgerQueries queries() {
        return new LedgerQueries(this);
    }

    /** The file. */
    public Path path() {
        return store.path();
    }

    /** How many commands wait for the writer now. */
    public int waiting() {
        return writes.size();
    }

    /**
     * Closes the ledger: takes no more commands, carries out those that wait, and leaves everything
     * in the one file. A second call does nothing.
     *
     * @throws LedgerUnavailableException when the writer does not come to an end within a minute;
     *     the file stays locked then
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        writes.close();
        reads.close();
        boolean ended = writer.ended(CLOSE_TIMEOUT);
        for (ReadLane reader : readers) {
            ended &= reader.ended(CLOSE_TIMEOUT);
        }
        if (!ended) {
            throw new LedgerUnavailableException(
                    Reason.FAILED,
                    "closing the ledger " + store.path() + ": a transaction still runs after "
                            + CLOSE_TIMEOUT.toSeconds()
                            + " s; the file stays locked until the process ends");
        }
        try {
            readers.forEach(Lane::close);
            writer.close();
            store.checkpoint();
        } finally {
            store.close();
        }
    }
}
