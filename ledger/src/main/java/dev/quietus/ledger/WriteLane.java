package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.util.List;
import java.util.OptionalInt;

/**
 * The one writer, with group commit: it takes all commands that wait, runs each, commits once, and
 * answers only then.
 *
 * <p>Where one command throws, nothing of the batch is committed: those before it are run again and
 * committed without it, it is run again alone, and those after it go on as a batch of their own. So
 * a bad command harms no other, and no good command is run more than a few times.
 */
final class WriteLane extends Lane {
    private final Waiting waiting;
    private final LedgerClock clock;
    private final int batchBound;
    private final Sessions sessions;

    WriteLane(Waiting waiting, LedgerClock clock, int batchBound, Sessions sessions) {
        super("quietus-ledger-writer");
        this.sessions = sessions;
        this.waiting = waiting;
        this.clock = clock;
        this.batchBound = batchBound;
    }

    @Override
    void work() {
        List<Command<?>> batch = waiting.take(batchBound);
        while (!batch.isEmpty()) {
            carryOut(batch, this::commitTogether);
            batch = waiting.take(batchBound);
        }
    }

    /** Runs and commits all, or says which one of several failed; everybody else is answered. */
    private OptionalInt commitTogether(List<Command<?>> batch) {
        Session session;
        try {
            session = sessions.take();
            session.begin(true);
        } catch (RuntimeException e) {
            batch.forEach(command -> command.fail(e));
            return OptionalInt.empty();
        }
        Shared shared = Shared.plain(session, clock::now);
        for (int i = 0; i < batch.size(); i++) {
            try {
                batch.get(i).run(new Turn(session, true, shared));
                session.requireSound();
            } catch (RuntimeException | Error e) {
                session.rollback();
                if (batch.size() > 1) {
                    return OptionalInt.of(i);
                }
                batch.getFirst().fail(e);
                return OptionalInt.empty();
            }
        }
        commit(session, shared.heads(), batch);
        return OptionalInt.empty();
    }

    private static void commit(Session session, ChainHeads heads, List<Command<?>> batch) {
        try {
            heads.write(session);
            session.commit();
        } catch (RuntimeException e) {
            session.rollback();
            batch.forEach(command -> command.fail(notCommitted(e)));
            return;
        }
        batch.forEach(Command::answer);
    }

    /** Closes the session, after the end of the thread. */
    void close() {
        sessions.close();
    }

    private static LedgerUnavailableException notCommitted(RuntimeException failure) {
        Reason reason = failure instanceof LedgerUnavailableException unavailable
                ? unavailable.reason()
                : Reason.FAILED;
        return new LedgerUnavailableException(
                reason, "committing: " + failure.getMessage(), failure);
    }
}
