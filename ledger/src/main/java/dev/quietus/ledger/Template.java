package dev.quietus.ledger;

import java.util.function.Function;
import org.jooq.Field;
import org.jooq.Param;
import org.jooq.Query;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A statement of the hot path: built and rendered once per ledger, prepared once per connection,
 * and used with other values each time. The values are given in the order in which they stand in
 * it.
 *
 * @param build builds the statement, with {@link #given} where a value goes
 */
record Template(Function<Dialect, Query> build) {
    /** A place for a value to be compared with, or put into, a column. */
    static <V> Param<V> given(Field<V> field) {
        return DSL.param(field.getName(), field);
    }

    /** A place for a bound on the number of rows. */
    static Param<Integer> limit() {
        return DSL.param("most", 1);
    }

    // A template is its place in the code: two are never interchangeable.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
