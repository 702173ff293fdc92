package dev.quietus.ledger;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How a ledger on SQLite is opened. Immutable.
 *
 * @param path the file; it and missing directories above it are created for their owner only
 * @param queueBound how many commands may wait for the writer, and as many for the readers; more
 *     are refused at once, at least 1
 * @param batchBound how many commands one commit covers at most, 1 to 10,000
 * @param busyTimeout how long a lock of another program is waited for
 * @param answerTimeout how long a caller waits for its answer before it is told that none is known
 * @param readers how many transactions read at once, 1 to 64
 * @param clock what the ledger's time follows
 */
public record SqliteSettings(
        Path path,
        int queueBound,
        int batchBound,
        Duration busyTimeout,
        Duration answerTimeout,
        int readers,
        InstantSource clock) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when one is out of bounds
     */
    public SqliteSettings {
        bounded("queue bound", queueBound, 1, 1_000_000);
        bounded("batch bound", batchBound, 1, 10_000);
        bounded("readers", readers, 1, 64);
        bounded("busy timeout in ms", busyTimeout.toMillis(), 0, 600_000);
        bounded("answer timeout in ms", answerTimeout.toMillis(), 1, 3_600_000);
    }

    /** The defaults: 10,000 waiting, 256 per commit, 5 s for locks, 60 s for answers, 4 readers. */
    public static SqliteSettings of(Path path) {
        return new SqliteSettings(
                path,
                10_000,
                256,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                4,
                InstantSource.system());
    }

    /** The same with another bound on what waits. */
    public SqliteSettings withQueueBound(int bound) {
        return new SqliteSettings(
                path, bound, batchBound, busyTimeout, answerTimeout, readers, clock);
    }

    /** The same with another bound on one commit. */
    public SqliteSettings withBatchBound(int bound) {
        return new SqliteSettings(
                path, queueBound, bound, busyTimeout, answerTimeout, readers, clock);
    }

    /** The same with another patience for locks of other programs. */
    public SqliteSettings withBusyTimeout(Duration timeout) {
        return new SqliteSettings(
                path, queueBound, batchBound, timeout, answerTimeout, readers, clock);
    }

    /** The same with another patience of callers. */
    public SqliteSettings withAnswerTimeout(Duration timeout) {
        return new SqliteSettings(
                path, queueBound, batchBound, busyTimeout, timeout, readers, clock);
    }

    /** The same with another number of readers. */
    public SqliteSettings withReaders(int number) {
        return new SqliteSettings(
                path, queueBound, batchBound, busyTimeout, answerTimeout, number, clock);
    }

    /** The same on another clock. */
    public SqliteSettings withClock(InstantSource source) {
        return new SqliteSettings(
                path, queueBound, batchBound, busyTimeout, answerTimeout, readers, source);
    }

    private static void bounded(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("the ledger's " + name + " is " + value
                    + ", allowed is " + least + " to " + most);
        }
    }
}
