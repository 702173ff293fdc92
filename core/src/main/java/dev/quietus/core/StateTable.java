package dev.quietus.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One state machine as one table of (from, event, to); a pair that is not in it is impossible.
 *
 * <p>Immutable but for the set of visited rows, which exists so that a test can find transitions
 * that nothing ever takes. Safe for use by several threads.
 *
 * @param <S> the states
 * @param <E> the events
 */
public final class StateTable<S extends Enum<S>, E extends Enum<E>> {
    private final String name;
    private final Map<Pair<S, E>, Row<S, E>> rows;
    private final Set<Row<S, E>> visited = ConcurrentHashMap.newKeySet();

    private record Pair<S, E>(S from, E event) {}

    /**
     * One transition.
     *
     * @param from the state before
     * @param event what happens
     * @param to the state after
     * @param <S> the states
     * @param <E> the events
     */
    public record Row<S, E>(S from, E event, S to) {}

    private StateTable(String name, Map<Pair<S, E>, Row<S, E>> rows) {
        this.name = name;
        this.rows = rows;
    }

    /** Starts a table. */
    public static <S extends Enum<S>, E extends Enum<E>> Builder<S, E> named(String name) {
        return new Builder<>(name);
    }

    /** The state after {@code event} in {@code from}, or empty where the pair is impossible. */
    public Optional<S> next(S from, E event) {
        Row<S, E> row = rows.get(new Pair<>(from, event));
        if (row == null) {
            return Optional.empty();
        }
        visited.add(row);
        return Optional.of(row.to());
    }

    /**
     * The state after {@code event} in {@code from}.
     *
     * @throws Invariant.Violated where the pair is impossible
     */
    public S require(S from, E event) {
        Optional<S> to = next(from, event);
        Invariant.check(to.isPresent(), "%s: %s is impossible in %s", name, event, from);
        return to.orElseThrow();
    }

    /** The table's name. */
    public String name() {
        return name;
    }

    /** Every transition, in the order of declaration. */
    public List<Row<S, E>> rows() {
        return List.copyOf(rows.values());
    }

    /** The transitions that nothing has taken since this class was loaded. */
    public List<Row<S, E>> unvisited() {
        List<Row<S, E>> rest = new ArrayList<>(rows.values());
        rest.removeAll(visited);
        return Collections.unmodifiableList(rest);
    }

    /** The table as a Mermaid state diagram, as it stands in the documents. */
    public String diagram() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        for (Row<S, E> row : rows.values()) {
            text.append("    ")
                    .append(Wire.of(row.from()))
                    .append(" --> ")
                    .append(Wire.of(row.to()))
                    .append(": ")
                    .append(Wire.of(row.event()))
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Collects rows.
     *
     * @param <S> the states
     * @param <E> the events
     */
    public static final class Builder<S extends Enum<S>, E extends Enum<E>> {
        private final String name;
        private final Map<Pair<S, E>, Row<S, E>> rows = new LinkedHashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Adds one transition.
         *
         * @throws Invariant.Violated when the pair is declared already
         */
        public Builder<S, E> row(S from, E event, S to) {
            Row<S, E> before = rows.put(new Pair<>(from, event), new Row<>(from, event, to));
            Invariant.check(before == null, "%s: %s in %s is declared twice", name, event, from);
            return this;
        }

        /** The finished table. */
        public StateTable<S, E> build() {
            return new StateTable<>(name, Collections.unmodifiableMap(new LinkedHashMap<>(rows)));
        }
    }
}
