package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.SelectForUpdateStep;
import org.jooq.Table;

/**
 * Everything in which one database differs from another; all other SQL is rendered by jOOQ from one
 * source. Safe for use by several threads.
 */
interface Dialect {
    /** How a row that is read is held until the commit. */
    enum Lock {
        /** Nobody may change it; where several write, its whole tree is held instead. */
        SHARED,
        /** Nobody else may hold it; likewise. */
        EXCLUSIVE,
        /** As shared, on the row itself: it belongs to no tree. */
        ROW_SHARED,
        /** As exclusive, on the row itself: it is also changed by who does not hold its tree. */
        ROW,
        /** As {@link #ROW}, passing over what somebody else holds. */
        WHERE_FREE
    }

    /** Renders statements; has no connection. */
    DSLContext dsl();

    /** The statement that starts a transaction which writes; none where the driver does that. */
    Optional<String> beginWriting();

    /** The statement that starts a transaction which reads one snapshot; likewise. */
    Optional<String> beginReading();

    /**
     * Tells whether others write at the same time. Then a transaction holds every tree that it
     * reads for a decision.
     */
    boolean severalWriters();

    /** What is selected for a whole row: these columns, or one that holds them all. */
    List<? extends Field<?>> row(List<? extends Field<?>> columns);

    /** What a new row of the table gets as its place: a value that is given, or the store's own. */
    Field<Long> place(Table<?> table, Field<Long> column);

    /** That a column is among what a query returns, which is run once, before everything else. */
    Condition among(Field<String> column, Select<Record1<String>> query);

    /**
     * A column that is compared, but is not to lead to an index: other conditions find the rows,
     * and this store would guess wrongly what the column adds.
     */
    Field<String> unindexed(Field<String> column);

    /**
     * Said of a number that is never negative, and so always true: the indexes that are kept for
     * such a question may serve this query. A query for one row by its key says nothing of the
     * kind.
     */
    Condition many(Field<Long> number);

    /** A text as this store can keep it. */
    String stored(String text);

    /** The query that also locks what it finds, where the store has several writers. */
    <R extends Record> Select<R> locked(SelectForUpdateStep<R> query, Lock lock);

    /** The query that also locks the rows of one of its tables, passing over what others hold. */
    <R extends Record> Select<R> lockedWhereFree(SelectForUpdateStep<R> query, Table<?> table);

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
