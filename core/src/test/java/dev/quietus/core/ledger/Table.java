package dev.quietus.core.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of one kind in order of insertion. What a transaction puts is kept beside what was there
 * before it, so that it can be taken back at the price of what it wrote, not of all there is.
 */
final class Table<K, V> {
    private final Map<K, V> rows = new LinkedHashMap<>();
    private final Map<K, Optional<V>> before = new LinkedHashMap<>();

    Optional<V> find(K key) {
        return Optional.ofNullable(rows.get(key));
    }

    Collection<V> values() {
        return Collections.unmodifiableCollection(rows.values());
    }

    /** The rows by their keys, to be read. */
    Map<K, V> all() {
        return Collections.unmodifiableMap(rows);
    }

    /** Writes a row and returns what was there. */
    Optional<V> put(K key, V value) {
        Optional<V> old = Optional.ofNullable(rows.put(key, value));
        before.putIfAbsent(key, old);
        return old;
    }

    void remove(K key) {
        Optional<V> old = Optional.ofNullable(rows.remove(key));
        before.putIfAbsent(key, old);
    }

    /** What was put since the last commit. */
    List<Written<V>> written() {
        if (before.isEmpty()) {
            return List.of();
        }
        List<Written<V>> written = new ArrayList<>(before.size());
        before.forEach(
                (key, old) -> find(key).ifPresent(value -> written.add(new Written<>(old, value))));
        return written;
    }

    void rollback() {
        before.forEach((key, old) ->
                old.ifPresentOrElse(value -> rows.put(key, value), () -> rows.remove(key)));
        before.clear();
    }

    void commit() {
        before.clear();
    }
}
