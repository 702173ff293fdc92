package dev.quietus.ledger;

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
public final class SqliteLedger extends DurableLedger {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final SqliteStore store;
    private final AnswerWatch answers;
    private final LedgerClock clock;
    private final Waiting writes;
    private final Waiting reads;
    private final WriteLane writer;
    private final List<ReadLane> readers = new ArrayList<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private SqliteLedger(SqliteStore store, SqliteSettings settings) {
        this.store = store;
        answers = new AnswerWatch(settings.answerTimeout());
        clock = new LedgerClock(settings.clock(), store.newestTime());
        writes = new Waiting(settings.queueBound());
        reads = new Waiting(settings.queueBound());
        writer =
                new WriteLane(writes, clock, settings.batchBound(), new KeptSession(store::writer));
        for (int i = 1; i <= settings.readers(); i++) {
            readers.add(new ReadLane(i, reads, clock::now, new KeptSession(store::reader)));
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
            ledger.answers.start();
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
        return onWriter(turn -> transaction.apply(new TurnRecords(turn)));
    }

    @Override
    public <R> R read(Transaction<R> transaction) {
        return snapshot(turn -> transaction.apply(new TurnRecords(turn)));
    }

    @Override
    <R> R snapshot(Function<Turn, R> reading) {
        return answers.ask(reads, new Command<>(reading));
    }

    @Override
    void beforeLeaving(long highestPlace) {
        // Readers pass over every gap.
    }

    @Override
    <R> R onWriter(Function<Turn, R> work) {
        return answers.ask(writes, new Command<>(work));
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    // One writer: places are committed in their order.
    @Override
    List<EventRow> eventsAfter(long position, int most) {
        return snapshot(turn -> EventPages.ofAll(turn, position, most));
    }

    @Override
    public String location() {
        return path().toString();
    }

    @Override
    public boolean exclusive() {
        return true;
    }

    @Override
    public void whenOthersWrite(Runnable listener) {
        // Nobody else can.
    }

    /** The file. */
    public Path path() {
        return store.path();
    }

    @Override
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
        answers.close();
        if (!ended) {
            throw new LedgerUnavailableException(
                    Reason.FAILED,
                    "closing the ledger " + store.path() + ": a transaction still runs after "
                            + CLOSE_TIMEOUT.toSeconds()
                            + " s; the file stays locked until the process ends");
        }
        try {
            readers.forEach(ReadLane::close);
            writer.close();
            store.checkpoint();
        } finally {
            store.close();
        }
    }
}
