package dev.quietus.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the values of one row in the order of its columns: texts as {@link String}, everything else
 * as {@link Long}. Times and durations are cut to whole milliseconds.
 */
final class RowWriter {
    private final @Nullable Object[] values;
    private int next;

    RowWriter(int width) {
        values = new @Nullable Object[width];
    }

    RowWriter text(String value) {
        return put(value);
    }

    RowWriter text(Optional<?> value) {
        return put(value.isPresent() ? value.get().toString() : null);
    }

    RowWriter number(long value) {
        return put(value);
    }

    RowWriter flag(boolean value) {
        return put(value ? 1L : 0L);
    }

    RowWriter time(Instant value) {
        return put(value.toEpochMilli());
    }

    RowWriter time(Optional<Instant> value) {
        return put(value.isPresent() ? value.get().toEpochMilli() : null);
    }

    RowWriter duration(Duration value) {
        return put(value.toMillis());
    }

    RowWriter duration(Optional<Duration> value) {
        return put(value.isPresent() ? value.get().toMillis() : null);
    }

    <E extends Enum<E>> RowWriter word(Words<E> words, E value) {
        return put(words.of(value));
    }

    /** Leaves the next columns without a value. */
    RowWriter absent(int columns) {
        next += columns;
        return this;
    }

    /** The row; every column must have been given. */
    @Nullable
    Object[] row() {
        if (next != values.length) {
            throw new IllegalStateException(
                    next + " of " + values.length + " columns were written");
        }
        return values;
    }

    private RowWriter put(@Nullable Object value) {
        values[next++] = value;
        return this;
    }
}
