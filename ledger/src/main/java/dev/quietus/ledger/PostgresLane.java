package dev.quietus.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * A writer of a ledger on PostgreSQL. Of what waits, the commands that know their tree share one
 * commit; each other one has its own, so that no two transactions ever wait for each other's trees
 * in different orders.
 */
final class PostgresLane extends Lane {
    /** How long callers who were just answered are waited for at most, in nanoseconds. */
    private static final long MOST_PATIENCE = 2_000_000;

    /** And at most this part of the time that their batch took. */
    private static final int PATIENT_PART = 4;

    private final Waiting waiting;
    private final int batchBound;
    private final GroupCommit commit;

    PostgresLane(String name, Waiting waiting, int batchBound, GroupCommit commit) {
        super(name);
        this.waiting = waiting;
        this.batchBound = batchBound;
        this.commit = commit;
    }

    @Override
    void work() {
        List<Command<?>> batch = waiting.take(batchBound);
        while (!batch.isEmpty()) {
            long begun = System.nanoTime();
            List<Command<?>> known = new ArrayList<>();
            List<Command<?>> loose = new ArrayList<>();
            for (Command<?> command : batch) {
                (command.concerns().isPresent() ? known : loose).add(command);
            }
            commit.carryOut(known);
            loose.forEach(command -> commit.carryOut(List.of(command)));
            gather(batch.size() + waiting.size(), System.nanoTime() - begun);
            batch = waiting.take(batchBound);
        }
    }

    /**
     * Waits a little for those who were answered just now: most of them ask again at once, and each
     * batch has a price of its own, however much is in it.
     */
    private void gather(int callers, long took) {
        if (callers > 1 && batchBound > 1) {
            waiting.gather(
                    Math.min(callers, batchBound), Math.min(MOST_PATIENCE, took / PATIENT_PART));
        }
    }
}
