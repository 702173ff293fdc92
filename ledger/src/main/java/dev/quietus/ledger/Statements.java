package dev.quietus.ledger;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Param;
import org.jooq.TableField;
import org.jooq.impl.DSL;

/** The rendered statements of one ledger, shared by its connections. Safe for several threads. */
final class Statements {
    /** More sets of changed columns than this are not remembered. */
    private static final int MOST_UPDATES = 1_000;

    private final Dialect dialect;
    private final Map<Template, String> templates = new ConcurrentHashMap<>();
    private final Map<Shape<?>, String> inserts = new ConcurrentHashMap<>();
    private final Map<Shape<?>, String> selects = new ConcurrentHashMap<>();
    private final Map<Update, String> updates = new ConcurrentHashMap<>();
    private final Map<Shape<?>, Together> insertsTogether = new ConcurrentHashMap<>();
    private final Map<Update, Together> updatesTogether = new ConcurrentHashMap<>();

    private record Update(Shape<?> shape, BitSet columns) {}

    Statements(Dialect dialect) {
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    String sql(Template template) {
        return templates.computeIfAbsent(
                template, missing -> missing.build().apply(dialect).getSQL());
    }

    /** Inserts a row: its columns in order, then its place where that is given. */
    String insert(Shape<?> shape) {
        return inserts.computeIfAbsent(shape, this::renderInsert);
    }

    /** The same for many rows at once. */
    Together insertTogether(Shape<?> shape) {
        return insertsTogether.computeIfAbsent(shape, missing -> Together.insert(dialect, missing));
    }

    /** Finds a row by its key. */
    String select(Shape<?> shape) {
        return selects.computeIfAbsent(
                shape,
                missing -> dialect.dsl()
                        .select(dialect.row(missing.fields()))
                        .from(missing.table())
                        .where(key(missing))
                        .getSQL());
    }

    /** Changes some columns of a row: their values in order, then its key. */
    String update(Shape<?> shape, BitSet columns) {
        return kept(updates, new Update(shape, columns), this::renderUpdate);
    }

    /** The same for many rows at once, whose trees are held. */
    Together updateTogether(Shape<?> shape, BitSet columns) {
        return kept(updatesTogether, new Update(shape, columns), Together::update);
    }

    private static <T> T kept(
            Map<Update, T> all, Update update, BiFunction<Shape<?>, BitSet, T> rendering) {
        T known = all.get(update);
        if (known != null) {
            return known;
        }
        T rendered = rendering.apply(update.shape, update.columns);
        if (all.size() < MOST_UPDATES) {
            all.put(update, rendered);
        }
        return rendered;
    }

    private String renderInsert(Shape<?> shape) {
        List<Field<?>> columns = new ArrayList<>(shape.fields());
        columns.addAll(shape.place());
        List<Field<?>> values = new ArrayList<>();
        shape.fields().forEach(column -> values.add(Template.given(column)));
        shape.place().forEach(column -> values.add(dialect.place(shape.table(), column)));
        return dialect.dsl()
                .insertInto(shape.table())
                .columns(columns)
                .values(values)
                .getSQL();
    }

    private String renderUpdate(Shape<?> shape, BitSet columns) {
        Map<Field<?>, Param<?>> changes = new LinkedHashMap<>();
        columns.stream().forEach(column -> {
            TableField<?, ?> field = shape.fields().get(column);
            changes.put(field, Template.given(field));
        });
        return dialect.dsl()
                .update(shape.table())
                .set(changes)
                .where(key(shape))
                .getSQL();
    }

    private static Condition key(Shape<?> shape) {
        return DSL.and(shape.keyFields().stream().map(Statements::isGiven).toList());
    }

    private static <V> Condition isGiven(Field<V> field) {
        return field.eq(Template.given(field));
    }
}
