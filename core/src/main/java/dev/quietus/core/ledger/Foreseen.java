package dev.quietus.core.ledger;

import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationKey;

import java.util.Optional;

/**
 * What a transaction will ask about one operation, as far as it knows that before it runs. A hint:
 * a ledger may read it ahead, together with what other transactions will ask; what is missing or
 * wrong costs time only. Immutable.
 *
 * @param key run and operation
 * @param others whether it looks for operations of the run under the same business key
 * @param business that business key, where the transaction brings it; else the recorded one
 * @param holders whether it looks for barriers that have taken the operation in
 */
public record Foreseen(
        OperationKey key, boolean others, Optional<IdempotencyKey> business, boolean holders) {

    /** The operation itself, and nothing else. */
    public static Foreseen of(OperationKey key) {
        return new Foreseen(key, false, Optional.empty(), false);
    }

    /** And the operations under the same business key: this one, or else the recorded one. */
    public Foreseen withOthers(Optional<IdempotencyKey> brought) {
        return new Foreseen(key, true, brought, holders);
    }

    /** And the barriers that have taken it in. */
    public Foreseen withHolders() {
        return new Foreseen(key, others, business, true);
    }
}
