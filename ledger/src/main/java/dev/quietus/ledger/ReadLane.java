package dev.quietus.ledger;

import java.util.List;
import java.util.function.Supplier;

/**
 * One of the readers: runs one command at a time, each on its own snapshot of what is committed.
 */
final class ReadLane extends Lane {
    private final Waiting waiting;
    private final LedgerClock clock;

    ReadLane(int number, Waiting waiting, LedgerClock clock, Supplier<Session> sessions) {
        super("quietus-ledger-reader-" + number, sessions);
        this.waiting = waiting;
        this.clock = clock;
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
        try {
            Session session = session();
            session.begin(false);
            try {
                command.run(new Turn(session, false, clock.now()));
            } finally {
                session.rollback();
            }
        } catch (RuntimeException | Error e) {
            command.fail(e);
            return;
        }
        command.answer();
    }
}
