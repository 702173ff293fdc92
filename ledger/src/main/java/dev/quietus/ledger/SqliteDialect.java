package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.nio.file.Path;
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
import org.sqlite.SQLiteException;

/** SQLite: one writer, so nothing is locked row by row; its result codes carry the reasons. */
final class SqliteDialect implements Dialect {
    // Primary result codes: https://sqlite.org/rescode.html
    private static final int ERROR = 1;
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int CONSTRAINT = 19;
    private static final int NOTADB = 26;
    // The file of shared memory could not be made larger: the disk is full.
    private static final int IOERR_SHMSIZE = IOERR | (19 << 8);

    private final Path path;
    private final DSLContext dsl;

    static {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    SqliteDialect(Path path) {
        this.path = path;
        dsl = DSL.using(SQLDialect.SQLITE);
    }

    @Override
    public DSLContext dsl() {
        return dsl;
    }

    @Override
    public Optional<String> beginWriting() {
        return Optional.of("BEGIN IMMEDIATE");
    }

    @Override
    public Optional<String> beginReading() {
        return Optional.of("BEGIN DEFERRED");
    }

    @Override
    public boolean severalWriters() {
        return false;
    }

    @Override
    public List<? extends Field<?>> row(List<? extends Field<?>> columns) {
        return List.of(PackedRow.of(columns));
    }

    @Override
    public Field<Long> place(Table<?> table, Field<Long> column) {
        return Template.given(column);
    }

    @Override
    public Condition among(Field<String> column, Select<Record1<String>> query) {
        return column.in(query);
    }

    @Override
    public Field<String> unindexed(Field<String> column) {
        return column;
    }

    @Override
    public Condition many(Field<Long> number) {
        return DSL.noCondition();
    }

    @Override
    public String stored(String text) {
        return text;
    }

    @Override
    public <R extends Record> Select<R> locked(SelectForUpdateStep<R> query, Lock lock) {
        return query;
    }

    @Override
    public <R extends Record> Select<R> lockedWhereFree(
            SelectForUpdateStep<R> query, Table<?> table) {
        return query;
    }

    @Override
    public LedgerUnavailableException unavailable(
            String attempted, String sql, SQLException failure) {
        LedgerUnavailableException plain = unavailable(path, attempted, failure);
        return plain.reason() != Reason.FAILED
                ? plain
                : new LedgerUnavailableException(
                        Reason.FAILED, plain.getMessage() + " at: " + sql, failure);
    }

    @Override
    public boolean refusedByConstraint(SQLException failure) {
        return (code(failure) & 0xff) == CONSTRAINT;
    }

    @Override
    public boolean nothingToRollBack(SQLException failure) {
        return code(failure) == ERROR;
    }

    /** The same where it is no single statement that failed. */
    static LedgerUnavailableException unavailable(
            Path path, String attempted, SQLException failure) {
        Reason reason = reason(code(failure));
        return new LedgerUnavailableException(
                reason,
                attempted + " the ledger " + path + ": " + explanation(reason) + " ("
                        + failure.getMessage() + ")",
                failure);
    }

    static boolean notADatabase(SQLException failure) {
        return (code(failure) & 0xff) == NOTADB;
    }

    private static Reason reason(int code) {
        if (code == IOERR_SHMSIZE) {
            return Reason.FULL;
        }
        return switch (code & 0xff) {
            case FULL -> Reason.FULL;
            case READONLY, PERM -> Reason.READ_ONLY;
            case CORRUPT, NOTADB -> Reason.DAMAGED;
            case BUSY, LOCKED -> Reason.LOCKED;
            case IOERR, CANTOPEN -> Reason.FAILED;
            default -> Reason.FAILED;
        };
    }

    private static String explanation(Reason reason) {
        return switch (reason) {
            case FULL -> "the disk is full; make room, nothing has to be restarted";
            case READ_ONLY -> "the file can't be written; check its owner, its mode and the mount";
            case DAMAGED -> "the file is damaged; stop the program and restore a backup";
            case LOCKED -> "another program holds its lock; end that program's transaction";
            case FOREIGN, CLOSED, OVERLOADED, FAILED ->
                "the store failed; check the disk and the path";
        };
    }

    private static int code(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? sqlite.getResultCode().code
                : failure.getErrorCode();
    }
}
