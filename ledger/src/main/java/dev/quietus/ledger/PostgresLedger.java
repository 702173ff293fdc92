package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The durable record in a PostgreSQL database, which any number of processes share: several writers
 * with group commit, several readers on snapshots.
 *
 * <p>Safe for any number of threads. An answer of {@link #write} is given after the commit has
 * reached the server's disk. What must not happen at the same time is kept apart by locks on rows,
 * never by which lane of which process it runs in.
 */
public final class PostgresLedger extends DurableLedger {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);
    private static final int MOST_KNOWN_TREES = 50_000;

    private final PostgresStore store;
    private final PostgresSettings settings;
    private final DatabaseClock clock;
    private final ChangeHints hints;
    private final EventPlaces places;
    private final AnswerWatch answers;
    private final List<Waiting> writes = new ArrayList<>();
    private final Waiting loose;
    private final Waiting reads;
    private final List<PostgresLane> writers = new ArrayList<>();
    private final List<ReadLane> readers = new ArrayList<>();
    private final Map<RunId, TreeId> trees = new ConcurrentHashMap<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private PostgresLedger(PostgresStore store, PostgresSettings settings, boolean listening) {
        this.store = store;
        this.settings = settings;
        clock = new DatabaseClock(
                settings.clock(), store.newestTime(), store.openedAt(), System::nanoTime);
        hints = new ChangeHints(store, clock, listening);
        places = new EventPlaces(this, store.writers());
        answers = new AnswerWatch(settings.answerTimeout());
        loose = new Waiting(settings.queueBound());
        reads = new Waiting(settings.queueBound());
        for (int i = 1; i <= settings.lanes(); i++) {
            Waiting waiting = new Waiting(settings.queueBound());
            writes.add(waiting);
            writers.add(lane("quietus-ledger-writer-" + i, waiting, settings.batchBound()));
        }
        for (int i = 1; i <= settings.looseLanes(); i++) {
            writers.add(lane("quietus-ledger-loose-writer-" + i, loose, 1));
        }
        for (int i = 1; i <= settings.readers(); i++) {
            readers.add(new ReadLane(i, reads, clock::now, store.readers()));
        }
    }

    private PostgresLane lane(String name, Waiting waiting, int batchBound) {
        return new PostgresLane(
                name,
                waiting,
                batchBound,
                new GroupCommit(
                        store.writers(), new BatchStart(clock, this::learned), hints::wrote));
    }

    /**
     * Opens the ledger, and makes it where there is none.
     *
     * @throws LedgerUnavailableException when it can't be used: not reachable, a standby, another
     *     program's tables, a newer schema, commits that can be lost; the message says what to do
     */
    public static PostgresLedger open(PostgresSettings settings) {
        return open(settings, true);
    }

    /** What keeps a ledger from being read at this address, if anything does; changes nothing. */
    public static Optional<String> problem(PostgresAddress address) {
        try (Session session = PostgresStore.reader(address)) {
            session.rows(PostgresSql.NOW, List.of());
            return Optional.empty();
        } catch (LedgerUnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The same, hearing other nodes' notifications or not. */
    static PostgresLedger open(PostgresSettings settings, boolean listening) {
        PostgresStore store = PostgresStore.open(settings);
        try {
            PostgresLedger ledger = new PostgresLedger(store, settings, listening);
            ledger.answers.start();
            ledger.writers.forEach(Lane::start);
            ledger.readers.forEach(Lane::start);
            ledger.hints.start();
            return ledger;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    @Override
    public <R> R write(Transaction<R> transaction) {
        Optional<RunId> about = transaction.concerns();
        return answers.ask(
                about.map(this::laneOf).orElse(loose),
                new Command<>(
                        turn -> transaction.apply(new TurnRecords(turn)),
                        about,
                        transaction.foresees()));
    }

    /** The lane of a run's tree, as far as it is known; another one would be slower, not wrong. */
    private Waiting laneOf(RunId run) {
        TreeId tree = trees.get(run);
        String key = tree == null ? run.value() : tree.value();
        int mixed = key.hashCode() * 0x9E3779B9;
        return writes.get(Math.floorMod(mixed ^ (mixed >>> 16), writes.size()));
    }

    private void learned(RunId run, TreeId tree) {
        if (!run.value().equals(tree.value()) && !trees.containsKey(run)) {
            if (trees.size() >= MOST_KNOWN_TREES) {
                trees.clear();
            }
            trees.put(run, tree);
        }
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
    <R> R onWriter(Function<Turn, R> work) {
        return answers.ask(loose, new Command<>(work));
    }

    @Override
    void beforeLeaving(long highestPlace) {
        places.decideUpTo(highestPlace);
    }

    @Override
    List<EventRow> eventsAfter(long position, int most) {
        return places.after(position, most);
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public String location() {
        return settings.address().location();
    }

    @Override
    public boolean exclusive() {
        return false;
    }

    @Override
    public void whenOthersWrite(Runnable listener) {
        hints.listener(listener);
    }

    @Override
    public int waiting() {
        return writes.stream().mapToInt(Waiting::size).sum() + loose.size();
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        writes.forEach(Waiting::close);
        loose.close();
        reads.close();
        boolean ended = true;
        for (Lane lane : writers) {
            ended &= lane.ended(CLOSE_TIMEOUT);
        }
        for (Lane lane : readers) {
            ended &= lane.ended(CLOSE_TIMEOUT);
        }
        answers.close();
        hints.close();
        store.close();
        if (!ended) {
            throw new LedgerUnavailableException(
                    Reason.FAILED,
                    "closing the ledger " + location() + ": a transaction still ran after "
                            + CLOSE_TIMEOUT.toSeconds() + " s; it was cut off");
        }
    }
}
