package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything of a ledger that HTTP shows.
 *
 * @param runs the runs by id
 * @param operations the operations by {@code RUN/OPERATION}
 * @param barriers the barriers by id
 * @param receipts every revision of every barrier's receipt, verified
 * @param events the events of all trees, in the order of writing
 */
record WholeLedger(
        Map<String, JsonObject> runs,
        Map<String, JsonObject> operations,
        Map<String, JsonObject> barriers,
        List<JsonObject> receipts,
        List<JsonObject> events) {

    /** Reads it. */
    static WholeLedger read(Caller operator) {
        // Receipts and states first: what happens meanwhile is then in the events.
        List<JsonObject> listed = operator.get("barriers").array("barriers").objects();
        List<JsonObject> receipts = new ArrayList<>();
        for (JsonObject barrier : listed) {
            receipts.addAll(new Receipts(operator).ofBarrier(barrier.string("barrier_id")));
        }
        Map<String, JsonObject> runs = byId(operator.all("runs", "runs"), "run_id");
        Map<String, JsonObject> operations = new LinkedHashMap<>();
        for (String run : runs.keySet()) {
            for (JsonObject operation : operator.all("operations", "runs", run, "operations")) {
                JsonObject before = operations.put(key(operation), operation);
                assertThat(before).as("%s is listed twice", key(operation)).isNull();
            }
        }
        List<JsonObject> events = operator.all("events", "events");
        return new WholeLedger(runs, operations, byId(listed, "barrier_id"), receipts, events);
    }

    private static Map<String, JsonObject> byId(List<JsonObject> all, String id) {
        Map<String, JsonObject> byId = new LinkedHashMap<>();
        for (JsonObject each : all) {
            JsonObject before = byId.put(each.string(id), each);
            assertThat(before).as("%s is listed twice", each.string(id)).isNull();
        }
        return byId;
    }

    /** The operation of this written name. */
    JsonObject operation(String key) {
        return there(operations, key);
    }

    /** The run of this id. */
    JsonObject run(String id) {
        return there(runs, id);
    }

    private static JsonObject there(Map<String, JsonObject> all, String id) {
        return Optional.ofNullable(all.get(id))
                .orElseThrow(() -> new AssertionError(id + " can't be found"));
    }

    /** The written name of an operation, from its own view or from an event about it. */
    static String key(JsonObject ofOperation) {
        return ofOperation.string("run_id") + "/" + ofOperation.string("operation_id");
    }

    /** The events of one type. */
    List<JsonObject> events(String type) {
        return events.stream().filter(event -> type(event).equals(type)).toList();
    }

    /** The events of each tree, in order. */
    Map<String, List<JsonObject>> eventsByTree() {
        return events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.string("tree_id"), LinkedHashMap::new, Collectors.toList()));
    }

    /** What happened. */
    static String type(JsonObject event) {
        return event.string("type");
    }

    /** The operations that an event names in its data, each as {@code RUN/OPERATION}. */
    static List<String> named(JsonObject event) {
        return event.object("data").array("operations").strings().stream()
                .map(name -> name.contains("/") ? name : event.string("run_id") + "/" + name)
                .toList();
    }
}
