package dev.quietus.cli.run;

import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Claude Code's own files say, as far as it matters here. Nothing of them is changed.
 *
 * @param settings the settings files, weakest first
 * @param state the file in which it keeps servers of the user and of single folders
 * @param project the servers that come with the folder
 * @param directory the folder
 */
record ClaudeSettings(
        List<JsonObject> settings,
        Optional<JsonObject> state,
        Optional<JsonObject> project,
        Path directory) {
    /** Copies the list. */
    ClaudeSettings {
        settings = List.copyOf(settings);
    }

    /** Reads them. */
    static ClaudeSettings read(AgentWiring.Start start) {
        Path home = Path.of(start.variable("HOME").orElse("/"));
        Optional<String> moved = start.variable("CLAUDE_CONFIG_DIR");
        Path user = moved.map(Path::of).orElse(home.resolve(".claude"));
        Path state = moved.map(Path::of).orElse(home).resolve(".claude.json");
        List<JsonObject> settings = new ArrayList<>();
        for (Path file : List.of(
                user.resolve("settings.json"),
                start.directory().resolve(".claude/settings.json"),
                start.directory().resolve(".claude/settings.local.json"))) {
            JsonFiles.read(file).ifPresent(settings::add);
        }
        return new ClaudeSettings(
                settings,
                JsonFiles.read(state),
                JsonFiles.read(start.directory().resolve(".mcp.json")),
                start.directory());
    }

    /** A variable that the settings set; the strongest counts. */
    Optional<String> variable(String name) {
        Optional<String> found = Optional.empty();
        for (JsonObject each : settings) {
            found = JsonParts.object(each, "env")
                    .flatMap(env -> env.member(name))
                    .filter(JsonString.class::isInstance)
                    .map(value -> ((JsonString) value).value())
                    .filter(value -> !value.isBlank())
                    .or(orSame(found));
        }
        return found;
    }

    private static java.util.function.Supplier<Optional<String>> orSame(Optional<String> found) {
        return () -> found;
    }

    /** Whether any settings file has a member of this name. */
    boolean has(String name) {
        return settings.stream().anyMatch(each -> each.has(name));
    }

    /**
     * The MCP servers that it would start, by name: the user's, those that come with the folder and
     * were approved, and the user's own for the folder; a later one of the same name counts.
     */
    Map<String, JsonObject> servers() {
        Map<String, JsonObject> servers = new LinkedHashMap<>();
        state.ifPresent(all -> put(all, servers));
        project.ifPresent(all -> {
            Map<String, JsonObject> ofProject = new LinkedHashMap<>();
            put(all, ofProject);
            ofProject.keySet().removeIf(name -> !approved(name));
            servers.putAll(ofProject);
        });
        folder().ifPresent(all -> put(all, servers));
        return servers;
    }

    /** The servers that come with the folder and that nobody has approved yet. */
    List<String> unapproved() {
        Map<String, JsonObject> ofProject = new LinkedHashMap<>();
        project.ifPresent(all -> put(all, ofProject));
        return ofProject.keySet().stream().filter(name -> !approved(name)).toList();
    }

    private Optional<JsonObject> folder() {
        return state.flatMap(all -> JsonParts.object(all, "projects"))
                .flatMap(projects -> JsonParts.object(projects, directory.toString()));
    }

    private boolean approved(String server) {
        List<JsonObject> places = new ArrayList<>(settings);
        folder().ifPresent(places::add);
        boolean all = places.stream()
                .anyMatch(each -> each.member("enableAllProjectMcpServers")
                        .filter(new dev.quietus.client.json.JsonBoolean(true)::equals)
                        .isPresent());
        boolean no =
                places.stream().anyMatch(each -> lists(each, "disabledMcpjsonServers", server));
        boolean yes =
                places.stream().anyMatch(each -> lists(each, "enabledMcpjsonServers", server));
        return !no && (all || yes);
    }

    private static boolean lists(JsonObject place, String member, String name) {
        return JsonParts.texts(place, member).contains(name);
    }

    /** Adds the servers of one file. */
    static void put(JsonObject file, Map<String, JsonObject> into) {
        JsonParts.object(file, "mcpServers")
                .ifPresent(all -> all.asMap().forEach((name, server) -> {
                    if (server instanceof JsonObject object) {
                        into.put(name, object);
                    }
                }));
    }
}
