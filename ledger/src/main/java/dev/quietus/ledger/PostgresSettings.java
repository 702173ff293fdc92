package dev.quietus.ledger;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How a ledger on PostgreSQL is opened. Immutable.
 *
 * @param address the database
 * @param lanes how many transactions that know their tree are written at once, 1 to 64
 * @param looseLanes how many others are, 1 to 64
 * @param readers how many transactions read at once, 1 to 64
 * @param queueBound how many commands may wait for each lane, and for the readers; more are refused
 *     at once, at least 1
 * @param batchBound how many commands one commit covers at most, 1 to 10,000
 * @param answerTimeout how long a caller waits for its answer before it is told that none is known
 * @param limits what the server is asked to bound
 * @param clock what the ledger's time follows instead of the database's clock; for tests
 */
public record PostgresSettings(
        PostgresAddress address,
        int lanes,
        int looseLanes,
        int readers,
        int queueBound,
        int batchBound,
        Duration answerTimeout,
        Limits limits,
        Optional<InstantSource> clock) {
    /**
     * How long something may take at the server. Each is set on every connection.
     *
     * @param connect how long a new connection may take
     * @param statement how long one statement may run
     * @param lock how long one may wait for a lock; longer than {@code idle}, so that the
     *     transaction of a node that stands still ends first
     * @param idle how long a transaction may stand still before the server ends it
     */
    public record Limits(Duration connect, Duration statement, Duration lock, Duration idle) {
        /** What is used unless asked otherwise: 5 s, 15 s, 8 s and 5 s. */
        public static final Limits DEFAULT = new Limits(
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(8),
                Duration.ofSeconds(5));

        /** Checks the bounds. */
        public Limits {
            bounded("connect time-out in ms", connect.toMillis(), 100, 600_000);
            bounded("statement time-out in ms", statement.toMillis(), 100, 600_000);
            bounded("lock time-out in ms", lock.toMillis(), 100, 600_000);
            bounded("idle time-out in ms", idle.toMillis(), 100, 600_000);
        }
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when one is out of bounds
     */
    public PostgresSettings {
        bounded("lanes", lanes, 1, 64);
        bounded("loose lanes", looseLanes, 1, 64);
        bounded("readers", readers, 1, 64);
        bounded("queue bound", queueBound, 1, 1_000_000);
        bounded("batch bound", batchBound, 1, 10_000);
        bounded("answer timeout in ms", answerTimeout.toMillis(), 1, 3_600_000);
    }

    /**
     * The defaults: a lane for each processor, but two to four, and 2 loose ones, 6 readers, 10,000
     * waiting, 256 per commit, 60 s.
     */
    public static PostgresSettings of(PostgresAddress address) {
        // More lanes than processors make smaller batches, and each batch has a price of its own.
        int lanes = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);
        return new PostgresSettings(
                address,
                lanes,
                2,
                6,
                10_000,
                256,
                Duration.ofSeconds(60),
                Limits.DEFAULT,
                Optional.empty());
    }

    /** The same with another number of lanes of each kind. */
    public PostgresSettings withLanes(int number, int loose) {
        return new PostgresSettings(
                address,
                number,
                loose,
                readers,
                queueBound,
                batchBound,
                answerTimeout,
                limits,
                clock);
    }

    /** The same with another number of readers. */
    public PostgresSettings withReaders(int number) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                number,
                queueBound,
                batchBound,
                answerTimeout,
                limits,
                clock);
    }

    /** The same with another bound on what waits. */
    public PostgresSettings withQueueBound(int bound) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                readers,
                bound,
                batchBound,
                answerTimeout,
                limits,
                clock);
    }

    /** The same with another bound on one commit. */
    public PostgresSettings withBatchBound(int bound) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                readers,
                queueBound,
                bound,
                answerTimeout,
                limits,
                clock);
    }

    /** The same with another patience of callers. */
    public PostgresSettings withAnswerTimeout(Duration timeout) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                readers,
                queueBound,
                batchBound,
                timeout,
                limits,
                clock);
    }

    /** The same with other limits at the server. */
    public PostgresSettings withLimits(Limits other) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                readers,
                queueBound,
                batchBound,
                answerTimeout,
                other,
                clock);
    }

    /** The same on another clock than the database's. */
    public PostgresSettings withClock(InstantSource source) {
        return new PostgresSettings(
                address,
                lanes,
                looseLanes,
                readers,
                queueBound,
                batchBound,
                answerTimeout,
                limits,
                Optional.of(source));
    }

    private static void bounded(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("the ledger's " + name + " is " + value
                    + ", allowed is " + least + " to " + most);
        }
    }
}
