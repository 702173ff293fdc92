package dev.quietus.ledger;

import dev.quietus.core.ledger.StrictJson;
import java.util.List;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A whole row as one JSON array of texts, whole numbers and nulls. The driver of SQLite asks for
 * the name of each column at each execution, and for the type and the value of each singly; for a
 * wide row that costs more than finding it.
 */
final class PackedRow {
    private PackedRow() {}

    /** The one column that holds all these columns. */
    static Field<String> of(List<? extends Field<?>> columns) {
        // Without a name of its own the driver reads the whole expression as one, each time.
        return DSL.function("json_array", String.class, columns.toArray(Field<?>[]::new))
                .as("packed");
    }

    /**
     * The values of the columns.
     *
     * @param text what the store made of them
     * @param width how many there are
     * @throws IllegalArgumentException when it is something else
     */
    static @Nullable Object[] values(String text, int width) {
        return StrictJson.row(text, width);
    }
}
