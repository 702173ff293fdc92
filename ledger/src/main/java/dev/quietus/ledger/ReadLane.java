package dev.quietus.ledger;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * One of the readers: runs one command at a time, each on its own snapshot of what is committed.
 */
final class ReadLane extends Lane {
    /** How often a snapshot is begun again on another session. */
    private static final int MOST_TRIES = 3;

    private final Waiting waiting;
    private final Supplier<Instant> clock;
    private final Sessions sessions;

    ReadLane(int number, Waiting waiting, Supplier<Instant> clock, Sessions sessions) {
        super("quietus-ledger-reader-" + number);
        this.waiting = waiting;
        this.clock = clock;
        this.sessions = sessions;
    }

    @Override
    void work() {
        List<Command<?>> next = waiting.take(1);
        while (!next.isEmpty()) {
            carryOut(next.getFirst());
            next = waiting.take(1);
        }
    }

    private void carryOut(Command<?> command) {
        for (int i = 1; i <= MOST_TRIES; i++) {
            try {
                run(command);
                command.answer();
                return;
            } catch (RuntimeException e) {
                if (i == MOST_TRIES || !sessions.worthAnother(e)) {
                    command.fail(e);
                    return;
                }
            } catch (Error e) {
                command.fail(e);
                return;
            }
        }
    }

    private void run(Command<?> command) {
        Session session = sessions.take();
        try {
            session.begin(false);
            try {
                command.run(new Turn(session, false, clock.get()));
            } finally {
                session.rollback();
            }
        } finally {
            sessions.back(session);
        }
    }

    /** Closes the sessions, after the end of the thread. */
    void close() {
        sessions.close();
    }
}
