package dev.quietus.core.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.StateTable;

/** Checks that a row's state moved along its table; one transaction may take two transitions. */
final class Moves {
    private Moves() {}

    static <S extends Enum<S>, E extends Enum<E>> void check(
            StateTable<S, E> table, S before, S after) {
        boolean allowed = before == after
                || table.rows().stream()
                        .filter(row -> row.from() == before)
                        .anyMatch(row -> row.to() == after || leads(table, row.to(), after));
        Invariant.check(allowed, "%s: no way from %s to %s", table.name(), before, after);
    }

    private static <S extends Enum<S>, E extends Enum<E>> boolean leads(
            StateTable<S, E> table, S before, S after) {
        return table.rows().stream().anyMatch(row -> row.from() == before && row.to() == after);
    }
}
