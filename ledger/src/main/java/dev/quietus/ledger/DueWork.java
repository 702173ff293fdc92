package dev.quietus.ledger;

import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.QueueName;
import dev.quietus.ledger.OperationRecords.Candidate;

import java.util.Optional;

/**
 * Hands out the next operation of a queue where several take from it at the same time: first from a
 * tree that nobody holds, then from one that is waited for.
 */
final class DueWork {
    /** How often somebody else may be faster before the queue counts as empty for this once. */
    private static final int MOST_TRIES = 8;

    private final OperationRecords operations;
    private final Trees trees;

    DueWork(OperationRecords operations, Trees trees) {
        this.operations = operations;
        this.trees = trees;
    }

    Optional<Operation> next(QueueName queue) {
        for (int i = 0; i < MOST_TRIES; i++) {
            Optional<Candidate> candidate = candidate(queue);
            if (candidate.isEmpty()) {
                return Optional.empty();
            }
            trees.hold(candidate.get().tree());
            Optional<Operation> due = operations.stillDue(queue, candidate.get());
            if (due.isPresent()) {
                return due;
            }
        }
        return Optional.empty();
    }

    private Optional<Candidate> candidate(QueueName queue) {
        Optional<Candidate> free = operations.nextDueInFreeTree(queue);
        return free.isPresent()
                ? free
                : operations.nextDue(queue).map(found -> new Candidate(found.tree(), found.key()));
    }
}
