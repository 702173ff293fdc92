package dev.quietus.cli.hooks;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts hooks of ours beside those of others in an agent's settings, and takes ours out again. */
final class HookMerge {
    private static final String HOOKS = "hooks";

    private HookMerge() {}

    /**
     * The settings with our hooks behind those that are there.
     *
     * @throws IllegalArgumentException if what is there is no table of hooks
     */
    static JsonObject with(JsonObject settings, JsonObject ours) {
        JsonObject table = table(settings).orElse(JsonObject.empty());
        for (Map.Entry<String, JsonValue> each : ours.asMap().entrySet()) {
            List<JsonValue> groups = new ArrayList<>(groups(table, each.getKey()));
            groups.addAll(((JsonArray) each.getValue()).values());
            table = table.with(each.getKey(), JsonArray.of(groups));
        }
        return settings.with(HOOKS, table);
    }

    /** The settings without our hooks; what becomes empty by that is taken out as well. */
    static JsonObject without(JsonObject settings) {
        Optional<JsonObject> table = table(settings);
        if (table.isEmpty()) {
            return settings;
        }
        JsonObject rest = table.get();
        for (String event : table.get().asMap().keySet()) {
            List<JsonValue> before = groups(table.get(), event);
            List<JsonValue> left = new ArrayList<>();
            before.forEach(group -> without(group).ifPresent(left::add));
            if (left.isEmpty() && !before.isEmpty()) {
                rest = rest.without(event);
            } else if (!left.equals(before)) {
                rest = rest.with(event, JsonArray.of(left));
            }
        }
        return rest.isEmpty() ? settings.without(HOOKS) : settings.with(HOOKS, rest);
    }

    private static Optional<JsonValue> without(JsonValue group) {
        if (!(group instanceof JsonObject object)
                || !(object.member(HOOKS).orElse(group) instanceof JsonArray handlers)) {
            return Optional.of(group);
        }
        List<JsonValue> others =
                handlers.values().stream().filter(each -> !ours(each)).toList();
        if (others.size() == handlers.size()) {
            return Optional.of(group);
        }
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(object.with(HOOKS, JsonArray.of(others)));
    }

    private static boolean ours(JsonValue handler) {
        return command(handler).filter(HookCommand::isOurs).isPresent();
    }

    private static Optional<String> command(JsonValue handler) {
        return handler instanceof JsonObject object
                ? object.member("command")
                        .filter(JsonString.class::isInstance)
                        .map(value -> ((JsonString) value).value())
                : Optional.empty();
    }

    /** Our command for an event, if it is there. */
    static Optional<String> installed(JsonObject settings, String event) {
        return table(settings).map(table -> groups(table, event)).orElse(List.of()).stream()
                .filter(JsonObject.class::isInstance)
                .flatMap(group -> ((JsonObject) group).member(HOOKS).stream())
                .filter(JsonArray.class::isInstance)
                .flatMap(handlers -> ((JsonArray) handlers).values().stream())
                .flatMap(handler -> command(handler).stream())
                .filter(HookCommand::isOurs)
                .findFirst();
    }

    private static Optional<JsonObject> table(JsonObject settings) {
        return settings.member(HOOKS).map(value -> {
            if (value instanceof JsonObject table) {
                return table;
            }
            throw new IllegalArgumentException("\"hooks\" is there and no table of hooks");
        });
    }

    private static List<JsonValue> groups(JsonObject table, String event) {
        JsonValue value = table.member(event).orElse(JsonArray.empty());
        if (value instanceof JsonArray array) {
            return array.values();
        }
        throw new IllegalArgumentException("\"hooks." + event + "\" is there and no list");
    }
}
