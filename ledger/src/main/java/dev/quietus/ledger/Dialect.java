package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.SelectForUpdateStep;

/**
 * Everything in which one database differs from another; all other SQL is rendered by jOOQ from one
 * source. Safe for use by several threads.
 */
interface Dialect {
    /** How a row that is read is held until the commit. */
    enum Lock {
        /** Others may read it, nobody may change it. */
        SHARED,
        /** Nobody else may hold it. */
        EXCLUSIVE,
        /** As exclusive, passing over what somebody else holds. */
        WHERE_FREE
    }

    /** Renders statements; has no connection. */
    DSLContext dsl();

    /** The statement that starts a transaction which writes. */
    String beginWriting();

    /** The statement that starts a transaction which reads one snapshot. */
    String beginReading();

    /** The query that also locks what it finds, where the store has several writers. */
    <R extends Record> Select<R> locked(SelectForUpdateStep<R> query, Lock lock);

    /**
     * What a failure means for whoever asked.
     *
     * @param attempted what was attempted, as the start of a sentence about the ledger
     * @param sql the statement, which is told only where nothing better is known
     * @param failure what the store said
     */
    LedgerUnavailableException unavailable(String attempted, String sql, SQLException failure);

    /** Tells whether a constraint of the schema refused it: our own mistake. */
    boolean refusedByConstraint(SQLException failure);

    /** Tells whether a rollback failed only because there was nothing to take back any more. */
    boolean nothingToRollBack(SQLException failure);
}
