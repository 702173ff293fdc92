package dev.quietus.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * A writer of a ledger on PostgreSQL. Of what waits, the commands that know their tree share one
 * commit; each other one has its own, so that no two transactions ever wait for each other's trees
 * in different orders.
 */
final class PostgresLane extends Lane {
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
            List<Command<?>> known = new ArrayList<>();
            List<Command<?>> loose = new ArrayList<>();
            for (Command<?> command : batch) {
                (command.concerns().isPresent() ? known : loose).add(command);
            }
            commit.carryOut(known);
            loose.forEach(command -> commit.carryOut(List.of(command)));
            batch = waiting.take(batchBound);
        }
    }
}
