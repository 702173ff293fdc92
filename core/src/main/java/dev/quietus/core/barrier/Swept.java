package dev.quietus.core.barrier;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;

/**
 * One operation that a stop took out before it started.
 *
 * @param key which
 * @param sort what it counts as
 */
public record Swept(OperationKey key, Sort sort) {
    /** What an operation that has not started counts as. */
    public enum Sort {
        /** Queued work. */
        QUEUED,
        /** A scheduled retry: queued authority in another form. */
        RETRY,
        /** A timer, a delayed continuation or an awaited callback. */
        TIMER,
        /** Work that a person had not decided about. */
        APPROVAL
    }

    /** Sorts an operation that has not started. */
    public static Swept of(Operation operation) {
        return new Swept(
                operation.key(),
                sort(operation.execution(), operation.work().kind(), operation.attempts()));
    }

    /** The same from single fields, for stores that change many rows at once. */
    public static Sort sort(ExecutionState before, OperationKind kind, int attempts) {
        if (before == ExecutionState.AWAITING_APPROVAL) {
            return Sort.APPROVAL;
        }
        if (kind == OperationKind.RETRY || attempts > 0) {
            return Sort.RETRY;
        }
        if (kind == OperationKind.TIMER || kind == OperationKind.CALLBACK) {
            return Sort.TIMER;
        }
        return Sort.QUEUED;
    }
}
