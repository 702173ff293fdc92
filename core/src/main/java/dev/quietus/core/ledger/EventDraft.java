package dev.quietus.core.ledger;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event before the ledger gives it its place in the chain.
 *
 * @param type what happened
 * @param run to which run
 * @param operation to which of its operations, if to one
 * @param barrier under which barrier, if under one
 * @param data details: strings, longs, booleans, lists and maps of them
 */
public record EventDraft(
        EventType type,
        RunId run,
        Optional<OperationKey> operation,
        Optional<BarrierId> barrier,
        Map<String, Object> data) {
    /** Copies the map. */
    public EventDraft {
        data = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** An event of a run. */
    public static EventDraft of(EventType type, RunId run) {
        return new EventDraft(type, run, Optional.empty(), Optional.empty(), Map.of());
    }

    /** An event of an operation. */
    public static EventDraft of(EventType type, OperationKey key) {
        return new EventDraft(type, key.run(), Optional.of(key), Optional.empty(), Map.of());
    }

    /** The same under a barrier. */
    public EventDraft under(BarrierId id) {
        return new EventDraft(type, run, operation, Optional.of(id), data);
    }

    /** The same under a barrier, if there is one. */
    public EventDraft under(Optional<BarrierId> id) {
        return new EventDraft(type, run, operation, id, data);
    }

    /** The same with one more detail. */
    public EventDraft with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(data);
        more.put(name, value);
        return new EventDraft(type, run, operation, barrier, more);
    }

    /** The same with one more detail, if there is one. */
    public EventDraft with(String name, Optional<?> value) {
        return value.isPresent() ? with(name, (Object) value.get().toString()) : this;
    }
}
