package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jspecify.annotations.Nullable;

/**
 * How one kind of record lies in its table: which columns in which order, and the two directions.
 *
 * @param table the table
 * @param fields its columns in the order of {@code writing} and {@code reading}, the key first
 * @param keyLength how many of them are the key
 * @param place the column that takes the row's place in the order of writing, at most one
 * @param writing record to row
 * @param reading row to record
 * @param <T> the record
 */
record Shape<T>(
        Table<? extends Record> table,
        List<TableField<? extends Record, ?>> fields,
        int keyLength,
        List<TableField<? extends Record, Long>> place,
        BiConsumer<RowWriter, T> writing,
        Function<RowReader, T> reading) {

    @Nullable
    Object[] write(T value) {
        RowWriter out = new RowWriter(fields.size());
        writing.accept(out, value);
        return out.row();
    }

    /**
     * The record in a row.
     *
     * @throws LedgerUnavailableException when the row holds what this program never wrote
     */
    T read(@Nullable Object[] row) {
        try {
            return reading.apply(new RowReader(row));
        } catch (IllegalArgumentException e) {
            throw damaged("the row " + key(row) + " of table " + table.getName(), e);
        }
    }

    static LedgerUnavailableException damaged(String what, IllegalArgumentException found) {
        return new LedgerUnavailableException(
                LedgerUnavailableException.Reason.DAMAGED,
                "reading " + what + ": " + found.getMessage()
                        + "; run 'quietus ledger verify' and restore a backup if it finds more",
                found);
    }

    /**
     * The values of a row, which the store may have packed into one.
     *
     * @throws LedgerUnavailableException when they are not as this program wrote them
     */
    @Nullable
    Object[] unpacked(@Nullable Object[] row) {
        if (row.length > 1 || !(row[0] instanceof String packed)) {
            return row;
        }
        try {
            return PackedRow.values(packed, fields.size());
        } catch (IllegalArgumentException e) {
            throw damaged("a row of table " + table.getName(), e);
        }
    }

    List<@Nullable Object> key(@Nullable Object[] row) {
        return Arrays.asList(Arrays.copyOf(row, keyLength));
    }

    /** The columns in which two rows differ. */
    BitSet difference(@Nullable Object[] before, @Nullable Object[] after) {
        BitSet different = new BitSet(after.length);
        for (int i = 0; i < after.length; i++) {
            if (!Objects.equals(before[i], after[i])) {
                different.set(i);
            }
        }
        return different;
    }

    List<? extends Field<?>> keyFields() {
        return fields.subList(0, keyLength);
    }

    // Two shapes are the same only when they are one: the parts have no useful equality.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
