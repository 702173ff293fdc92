package dev.quietus.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs commands in one transaction of PostgreSQL, commits once, and answers only then. Used by one
 * thread.
 *
 * <p>A conflict with another node, and a connection that is lost, are tried again with a bound.
 * Where the answer to a commit is lost, the next transaction writes the same mark first: that waits
 * for the end of the one in doubt, and is possible only if that one was not committed. So nothing
 * is written twice, and nobody is told that something was not written that was.
 */
final class GroupCommit {
    /** How often the same is tried before its callers are told. */
    static final int MOST_TRIES = 6;

    /** From the how manieth conflict on the commands of a batch go singly. */
    private static final int TOGETHER = 2;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Sessions sessions;
    private final BatchStart start;
    private final Runnable written;

    /**
     * Builds it.
     *
     * @param sessions sessions that write
     * @param start begins a transaction
     * @param written is called after each commit
     */
    GroupCommit(Sessions sessions, BatchStart start, Runnable written) {
        this.sessions = sessions;
        this.start = start;
        this.written = written;
    }

    /** How one try ended. */
    private sealed interface Try {
        /** Everything is on disk. */
        record Committed() implements Try {}

        /** One command failed by itself, and with it the whole try. */
        record Failed(int command, Throwable failure) implements Try {}

        /** The store refused what several commands wrote together; whose it was is not known. */
        record Refused() implements Try {}

        /** The store can't be used. */
        record Unusable(RuntimeException failure) implements Try {}

        /** The same again may work; {@code inDoubt} where it may be written all the same. */
        record Passing(RuntimeException failure, boolean inDoubt) implements Try {}
    }

    /** Carries all out; everybody is answered when this returns. */
    void carryOut(List<Command<?>> batch) {
        Lane.carryOut(batch, this::together);
    }

    /** Answers all, or says which one of several failed by itself; nothing is written then. */
    private OptionalInt together(List<Command<?>> batch) {
        String mark = UUID.randomUUID().toString();
        boolean inDoubt = false;
        for (int i = 1; ; i++) {
            switch (once(batch, mark, inDoubt)) {
                case Try.Committed() -> {
                    batch.forEach(Command::answer);
                    written.run();
                    return OptionalInt.empty();
                }
                case Try.Failed(int command, Throwable failure) -> {
                    if (batch.size() > 1) {
                        return OptionalInt.of(command);
                    }
                    batch.getFirst().fail(failure);
                    return OptionalInt.empty();
                }
                case Try.Refused() -> {
                    batch.forEach(command -> carryOut(List.of(command)));
                    return OptionalInt.empty();
                }
                case Try.Unusable(RuntimeException failure) -> {
                    failAll(batch, failure, false);
                    return OptionalInt.empty();
                }
                case Try.Passing(RuntimeException failure, boolean doubt) -> {
                    inDoubt = doubt;
                    if (i == MOST_TRIES) {
                        failAll(batch, failure, inDoubt);
                        return OptionalInt.empty();
                    }
                    if (i >= TOGETHER && !inDoubt && batch.size() > 1) {
                        batch.forEach(command -> carryOut(List.of(command)));
                        return OptionalInt.empty();
                    }
                    pause(i);
                }
            }
        }
    }

    private Try once(List<Command<?>> batch, String mark, boolean inDoubt) {
        Session session;
        try {
            session = sessions.take();
        } catch (RuntimeException e) {
            return inDoubt || sessions.worthAnother(e)
                    ? new Try.Passing(e, inDoubt)
                    : new Try.Unusable(e);
        }
        try {
            return on(session, batch, mark, inDoubt);
        } finally {
            sessions.back(session);
        }
    }

    private Try on(Session session, List<Command<?>> batch, String mark, boolean inDoubt) {
        Shared shared;
        try {
            session.begin(true);
            shared = start.begin(session, batch, mark);
        } catch (RuntimeException e) {
            session.rollback();
            // The only thing written so far is the mark.
            if (inDoubt && PostgresFailure.isTaken(e)) {
                return new Try.Committed();
            }
            return inDoubt || sessions.worthAnother(e)
                    ? new Try.Passing(e, inDoubt)
                    : new Try.Unusable(e);
        }
        for (int i = 0; i < batch.size(); i++) {
            try {
                batch.get(i).run(new Turn(session, true, shared));
                session.requireSound();
            } catch (RuntimeException e) {
                session.rollback();
                return sessions.worthAnother(e)
                        ? new Try.Passing(e, false)
                        : failed(batch, i, e, shared);
            } catch (Error e) {
                session.rollback();
                return failed(batch, i, e, shared);
            }
        }
        try {
            shared.late().writeOut();
        } catch (RuntimeException e) {
            session.rollback();
            return sessions.worthAnother(e)
                    ? new Try.Passing(e, false)
                    : failed(batch, batch.size() - 1, e, shared);
        }
        return commit(session, shared.heads());
    }

    /** What was written late may have come from another command than the one that ran. */
    private static Try failed(List<Command<?>> batch, int running, Throwable e, Shared shared) {
        return shared.late().refused() && batch.size() > 1
                ? new Try.Refused()
                : new Try.Failed(running, e);
    }

    private Try commit(Session session, ChainHeads heads) {
        try {
            heads.write(session);
        } catch (RuntimeException e) {
            session.rollback();
            return sessions.worthAnother(e) ? new Try.Passing(e, false) : new Try.Unusable(e);
        }
        try {
            session.commit();
            return new Try.Committed();
        } catch (RuntimeException e) {
            session.rollback();
            boolean refused =
                    PostgresFailure.behind(e).stream().anyMatch(PostgresFailure.CONFLICT::equals);
            return new Try.Passing(e, !refused);
        }
    }

    private static void failAll(List<Command<?>> batch, RuntimeException failure, boolean inDoubt) {
        Optional<Reason> reason = failure instanceof LedgerUnavailableException unavailable
                ? Optional.of(unavailable.reason())
                : Optional.empty();
        RuntimeException told = inDoubt
                ? new LedgerUnavailableException(
                        reason.orElse(Reason.FAILED),
                        "committing: whether it was written is not known, ask again: "
                                + failure.getMessage(),
                        failure)
                : PostgresFailure.isTaken(failure) ? violated(failure) : failure;
        batch.forEach(command -> command.fail(told));
    }

    /** What somebody else had written would have been seen by now: it is our own mistake. */
    private static RuntimeException violated(RuntimeException failure) {
        try {
            Invariant.check(false, "the schema refused it each time: %s", failure);
            return failure;
        } catch (Invariant.Violated e) {
            e.initCause(failure);
            return e;
        }
    }

    private static void pause(int tries) {
        long most = Math.min(LONGEST_PAUSE.toNanos(), 4_000_000L << tries);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 2, most));
    }
}
