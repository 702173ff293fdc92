package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.CHAIN;
import static dev.quietus.ledger.schema.Tables.EVENT;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RECEIPT;
import static dev.quietus.ledger.schema.Tables.RUN;
import static dev.quietus.ledger.schema.Tables.RUN_LABEL;
import static dev.quietus.ledger.schema.Tables.SETTING;
import static dev.quietus.ledger.schema.Tables.TOKEN;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jooq.Field;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Copies a whole ledger into an empty one of either kind, row by row: chains, receipts and tokens
 * are the same afterwards. The source is read as of one moment: a file that nobody else has open,
 * or one snapshot of a database that nobody writes to meanwhile. The target holds either everything
 * or nothing that can be opened.
 */
public final class LedgerCopy {
    // Each behind the tables that it refers to.
    private static final List<Table<?>> TABLES = List.of(
            RUN, RUN_LABEL, OPERATION, BARRIER, IN_FLIGHT, RECEIPT, EVENT, CHAIN, TOKEN, SETTING);

    /** Settings that say something about the store and not about the record. */
    private static final Set<String> OF_THE_STORE =
            Set.of("ledger", "decided_place", "place_floor", CopyTarget.COPYING);

    private static final int BATCH = 500;
    private static final int TOLD_EVERY = 50_000;

    private final Connection source;
    private final Connection target;
    private final BiConsumer<String, Long> progress;

    private LedgerCopy(Connection source, Connection target, BiConsumer<String, Long> progress) {
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /**
     * How much was copied.
     *
     * @param rows how many rows
     * @param verification what the target's verification said before it was made usable
     */
    public record Copied(long rows, LedgerVerification verification) {}

    /**
     * Copies.
     *
     * @param from an existing ledger without faults
     * @param to where there is no ledger yet, or an empty one
     * @param progress is told a table and how many of its rows are copied, now and then
     * @throws LedgerUnavailableException when the source is damaged or in use, when the target is
     *     not empty, or when either fails; the target is not usable then
     */
    public static Copied copy(
            LedgerAddress from, LedgerAddress to, BiConsumer<String, Long> progress) {
        if (from.equals(to)) {
            throw refused(to, "it is the source itself");
        }
        try (CopySource source = CopySource.open(from)) {
            LedgerVerification sound = source.verify();
            if (!sound.clean()) {
                throw new LedgerUnavailableException(
                        Reason.DAMAGED,
                        "copying the ledger " + from.location() + ": "
                                + sound.findings().size()
                                + " faults in its chains; see 'quietus ledger verify'");
            }
            try (CopyTarget target = CopyTarget.open(to, from.location())) {
                LedgerCopy copy =
                        new LedgerCopy(source.connection(), target.connection(), progress);
                long rows = copy.tables();
                LedgerVerification verified = target.verify();
                if (!verified.clean()
                        || verified.trees() != sound.trees()
                        || verified.events() != sound.events()) {
                    throw refused(to, "the copy does not verify: " + verified);
                }
                source.requireUnchanged();
                target.complete(copy.highestPlace(), copy.highestEventPlace());
                return new Copied(rows, verified);
            }
        } catch (SQLException e) {
            throw new LedgerUnavailableException(
                    Reason.FAILED,
                    "copying the ledger " + from.location() + " to " + to.location() + ": "
                            + PostgresFailure.told(e),
                    e);
        }
    }

    private static LedgerUnavailableException refused(LedgerAddress to, String why) {
        return new LedgerUnavailableException(
                Reason.FOREIGN, "copying to the ledger " + to.location() + ": " + why);
    }

    private long tables() throws SQLException {
        long rows = 0;
        for (Table<?> table : TABLES) {
            rows += table(table);
        }
        parents();
        return rows;
    }

    private static List<String> columns(Table<?> table) {
        return table.fieldStream().map(Field::getName).toList();
    }

    private static String select(Table<?> table) {
        return "select " + String.join(", ", columns(table)) + " from " + table.getName();
    }

    private long table(Table<?> table) throws SQLException {
        List<String> columns = columns(table);
        String insert = "insert into " + table.getName() + " (" + String.join(", ", columns)
                + ") values ("
                + String.join(", ", columns.stream().map(each -> "?").toList())
                + ")"
                + (table.equals(SETTING)
                        ? " on conflict (name) do update set content = excluded.content"
                        : "");
        int parent = table.equals(RUN) ? columns.indexOf(RUN.PARENT_RUN_ID.getName()) : -1;
        long rows = 0;
        try (PreparedStatement reading = source.prepareStatement(select(table));
                PreparedStatement writing = target.prepareStatement(insert)) {
            reading.setFetchSize(BATCH);
            try (ResultSet results = reading.executeQuery()) {
                while (results.next()) {
                    if (left(table, results)) {
                        continue;
                    }
                    for (int i = 0; i < columns.size(); i++) {
                        // A parent may come behind its child; the link is set when all are there.
                        set(writing, i + 1, i == parent ? null : results.getObject(i + 1));
                    }
                    writing.addBatch();
                    rows++;
                    if (rows % BATCH == 0) {
                        writing.executeBatch();
                    }
                    if (rows % TOLD_EVERY == 0) {
                        progress.accept(table.getName(), rows);
                    }
                }
            }
            writing.executeBatch();
        }
        progress.accept(table.getName(), rows);
        return rows;
    }

    private static boolean left(Table<?> table, ResultSet row) throws SQLException {
        if (table.equals(SETTING)) {
            return OF_THE_STORE.contains(row.getString(SETTING.NAME.getName()));
        }
        return table.equals(EVENT) && row.getString(EVENT.TREE_ID.getName()).isEmpty();
    }

    private static void set(PreparedStatement statement, int place, @Nullable Object value)
            throws SQLException {
        switch (value) {
            case null -> statement.setNull(place, Types.NULL);
            case String text ->
                statement.setString(place, text.indexOf('\0') < 0 ? text : clean(text));
            case Number number -> statement.setLong(place, number.longValue());
            case Object other ->
                throw new IllegalStateException("no column holds a " + other.getClass());
        }
    }

    private static String clean(String text) {
        return text.replace('\0', '\uFFFD');
    }

    private void parents() throws SQLException {
        String links =
                "select parent_run_id, tree_id, run_id from run where parent_run_id is not null";
        String update = "update run set parent_run_id = ? where tree_id = ? and run_id = ?";
        try (PreparedStatement reading = source.prepareStatement(links);
                PreparedStatement writing = target.prepareStatement(update)) {
            reading.setFetchSize(BATCH);
            try (ResultSet results = reading.executeQuery()) {
                for (long rows = 1; results.next(); rows++) {
                    for (int i = 1; i <= 3; i++) {
                        writing.setString(i, results.getString(i));
                    }
                    writing.addBatch();
                    if (rows % BATCH == 0) {
                        writing.executeBatch();
                    }
                }
            }
            writing.executeBatch();
        }
    }

    private long highestEventPlace() throws SQLException {
        return PostgresStore.number(target, PostgresSql.NEWEST_PLACE);
    }

    private long highestPlace() throws SQLException {
        List<String> places = new ArrayList<>();
        for (Table<?> table : List.of(RUN, OPERATION, BARRIER, IN_FLIGHT, EVENT)) {
            places.add("select max(position) as place from " + table.getName());
        }
        return PostgresStore.number(
                target,
                "select coalesce(max(place), 0) from (" + String.join(" union all ", places)
                        + ") as places");
    }
}
