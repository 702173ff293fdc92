package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.EVENT;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.SQLDialect;
import org.jooq.Select;
import org.jooq.SelectForUpdateStep;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** PostgreSQL: several writers, each holding the trees that it decides about. */
final class PostgresDialect implements Dialect {
    private static final Field<Long> NEXT_EVENT_PLACE =
            DSL.field("nextval('event_place')", Long.class);

    private final String location;
    private final boolean locking;
    private final DSLContext dsl;

    static {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    /**
     * Renders for one database.
     *
     * @param location what the ledger is called in messages
     * @param locking whether rows are locked; a transaction that only reads must not
     */
    PostgresDialect(String location, boolean locking) {
        this.location = location;
        this.locking = locking;
        dsl = DSL.using(SQLDialect.POSTGRES);
    }

    @Override
    public DSLContext dsl() {
        return dsl;
    }

    @Override
    public Optional<String> beginWriting() {
        return Optional.empty();
    }

    @Override
    public Optional<String> beginReading() {
        return Optional.empty();
    }

    @Override
    public boolean severalWriters() {
        return true;
    }

    @Override
    public List<? extends Field<?>> row(List<? extends Field<?>> columns) {
        return columns;
    }

    @Override
    public Field<Long> place(Table<?> table, Field<Long> column) {
        return table.equals(EVENT) ? NEXT_EVENT_PLACE : Template.given(column);
    }

    // Not IN: it guesses a recursive query to be small, and would look through a large one once for
    // each row of the other side.
    @Override
    public Condition among(Field<String> column, Select<Record1<String>> query) {
        return column.eq(DSL.any(DSL.array(query)));
    }

    @Override
    public Field<String> unindexed(Field<String> column) {
        return DSL.concat(column, DSL.inline(""));
    }

    // In the words of the indexes.
    @Override
    public Condition many(Field<Long> number) {
        return number.ge(DSL.inline(0L));
    }

    // PostgreSQL keeps no zero characters; what holds one came from a provider or a program.
    @Override
    public String stored(String text) {
        return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
    }

    @Override
    public <R extends Record> Select<R> locked(SelectForUpdateStep<R> query, Lock lock) {
        if (!locking) {
            return query;
        }
        return switch (lock) {
            case SHARED, EXCLUSIVE -> query;
            case ROW_SHARED -> query.forShare();
            case ROW -> query.forUpdate();
            case WHERE_FREE -> query.forUpdate().skipLocked();
        };
    }

    @Override
    public <R extends Record> Select<R> lockedWhereFree(
            SelectForUpdateStep<R> query, Table<?> table) {
        return locking ? query.forUpdate().of(table).skipLocked() : query;
    }

    @Override
    public LedgerUnavailableException unavailable(
            String attempted, String sql, SQLException failure) {
        LedgerUnavailableException plain = unusable(location, attempted, failure);
        return plain.reason() != Reason.FAILED
                ? plain
                : new LedgerUnavailableException(
                        Reason.FAILED, plain.getMessage() + " at: " + sql, failure);
    }

    /** The same where it is no single statement that failed. */
    static LedgerUnavailableException unusable(
            String location, String attempted, SQLException failure) {
        PostgresFailure kind = PostgresFailure.of(failure);
        return new LedgerUnavailableException(
                kind.reason(),
                attempted + " the ledger " + location + ": " + kind.explanation() + " ("
                        + PostgresFailure.told(failure) + ")",
                failure);
    }

    @Override
    public boolean refusedByConstraint(SQLException failure) {
        return PostgresFailure.of(failure) == PostgresFailure.CONSTRAINT;
    }

    @Override
    public boolean nothingToRollBack(SQLException failure) {
        return false;
    }
}
