package dev.quietus.verify.gateway.mcp;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;
import dev.quietus.verify.server.RunningQuietus;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Everything that one side has heard, in order, as it stood on the wire. */
final class Heard {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    void add(String line) {
        lines.add(line);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** All that is a message. */
    List<JsonObject> messages() {
        return lines.stream()
                .filter(line -> line.startsWith("{"))
                .map(Json::parseObject)
                .toList();
    }

    List<JsonObject> of(String method) {
        return messages().stream()
                .filter(each -> each.optionalString("method").equals(Optional.of(method)))
                .toList();
    }

    /** Answers to this id, spelled as JSON. */
    List<JsonObject> answers(String id) {
        return messages().stream()
                .filter(each -> !each.has("method"))
                .filter(each -> each.member("id").map(JsonValue::toJson).equals(Optional.of(id)))
                .toList();
    }

    JsonObject await(String what, Predicate<JsonObject> wanted) {
        return RunningQuietus.until(
                what, () -> messages().stream().filter(wanted).findFirst());
    }

    JsonObject awaitAnswer(String id) {
        return RunningQuietus.until(
                "an answer to " + id, () -> answers(id).stream().findFirst());
    }

    /** Waits for the request of this id, spelled as JSON. */
    JsonObject awaitRequest(String id) {
        return await(
                "request " + id,
                each -> each.has("method")
                        && each.member("id").map(JsonValue::toJson).equals(Optional.of(id)));
    }

    JsonObject awaitMethod(String method) {
        return await(method, each -> each.optionalString("method").equals(Optional.of(method)));
    }
}
