package dev.quietus.core.ledger;

import java.util.Optional;

/**
 * One row that a transaction wrote.
 *
 * @param before as it was before the transaction, empty for a new row
 * @param after as it is now
 * @param <V> the kind of row
 */
public record Written<V>(Optional<V> before, V after) {
    /** Tells whether anything of it is different now. */
    public boolean changed() {
        return before.filter(after::equals).isEmpty();
    }
}
