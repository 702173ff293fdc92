package dev.quietus.ledger;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Param;
import org.jspecify.annotations.Nullable;

/**
 * A statement of PostgreSQL that writes many rows of one table at once: each column is given as an
 * array. What a statement costs before its first row, its checks above all, is paid once.
 * Immutable.
 *
 * <p>Rows that are changed are looked up by their key first, once for each, and then by where they
 * lie: so no plan looks through a table, whatever the planner believes to find in it. That is safe
 * for rows that nobody else can change, because their tree is held.
 *
 * @param sql the statement
 * @param numbers for each array, whether it holds numbers; texts otherwise
 */
record Together(String sql, List<Boolean> numbers) {
    /** The ends of chains that are held: new count and hash, tree, and the count before. */
    static final Together NEXT_HEADS = new Together(
            "update chain as t set event_count = v.event_count, head_hash = v.head_hash from"
                    + " unnest((select ?::bigint[]), (select ?::varchar[]), (select ?::varchar[]),"
                    + " (select ?::bigint[])) v (event_count, head_hash, tree_id, before)"
                    + found("chain", "x.tree_id = v.tree_id")
                    + " and t.event_count = v.before",
            List.of(true, false, false, true));

    /** New rows: their columns in order, then their place where that is given. */
    static Together insert(Dialect dialect, Shape<?> shape) {
        List<Field<?>> given = new ArrayList<>(shape.fields());
        List<String> columns = new ArrayList<>(names(given, ""));
        List<String> values = new ArrayList<>(names(given, "u."));
        shape.place().forEach(column -> {
            Field<Long> place = dialect.place(shape.table(), column);
            columns.add(column.getName());
            if (place instanceof Param) {
                given.add(column);
                values.add("u." + column.getName());
            } else {
                values.add(dialect.dsl().render(place));
            }
        });
        String arrays = given.stream()
                .map(column -> "?::" + array(column))
                .collect(Collectors.joining(", "));
        return new Together(
                "insert into " + shape.table().getName() + " (" + joined(columns) + ") select "
                        + joined(values) + " from unnest(" + arrays + ") u ("
                        + joined(names(given, "")) + ")",
                numbers(given));
    }

    /** Some columns of rows: their values in order, then the key. */
    static Together update(Shape<?> shape, BitSet columns) {
        List<Field<?>> given = new ArrayList<>();
        columns.stream().forEach(column -> given.add(shape.fields().get(column)));
        String changes = given.stream()
                .map(column -> column.getName() + " = v." + column.getName())
                .collect(Collectors.joining(", "));
        given.addAll(shape.keyFields());
        String arrays = given.stream()
                .map(column -> "(select ?::" + array(column) + ")")
                .collect(Collectors.joining(", "));
        String key = shape.keyFields().stream()
                .map(column -> "x." + column.getName() + " = v." + column.getName())
                .collect(Collectors.joining(" and "));
        String table = shape.table().getName();
        return new Together(
                "update " + table + " as t set " + changes + " from unnest(" + arrays + ") v ("
                        + joined(names(given, "")) + ")" + found(table, key),
                numbers(given));
    }

    /** The values of rows, column by column. */
    List<Object> columns(Dialect dialect, List<? extends List<? extends @Nullable Object>> rows) {
        List<Object> columns = new ArrayList<>(numbers.size());
        for (int column = 0; column < numbers.size(); column++) {
            @Nullable
            Object[] all = numbers.get(column) ? new Long[rows.size()] : new String[rows.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = switch (rows.get(i).get(column)) {
                    case String text -> dialect.stored(text);
                    case Number number -> number.longValue();
                    case null -> null;
                    case Object other ->
                        throw new IllegalArgumentException("no column takes a " + other.getClass());
                };
            }
            columns.add(all);
        }
        return columns;
    }

    private static String found(String table, String key) {
        return " cross join lateral (select x.ctid as place from " + table + " x where " + key
                + " offset 0) k where t.ctid = k.place";
    }

    private static boolean number(Field<?> column) {
        return Number.class.isAssignableFrom(column.getType());
    }

    private static String array(Field<?> column) {
        return number(column) ? "bigint[]" : "varchar[]";
    }

    private static List<Boolean> numbers(List<Field<?>> columns) {
        return columns.stream().map(Together::number).toList();
    }

    private static List<String> names(List<Field<?>> columns, String before) {
        return columns.stream().map(column -> before + column.getName()).toList();
    }

    private static String joined(List<String> names) {
        return String.join(", ", names);
    }
}
