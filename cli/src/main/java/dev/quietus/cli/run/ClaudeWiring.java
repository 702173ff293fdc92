package dev.quietus.cli.run;

import dev.quietus.cli.hooks.HookTable;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;
import dev.quietus.gateway.hook.HookDialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Claude Code: hooks over HTTP that refuse where nobody answers, by a settings file for this start
 * alone; the model API by its variable; its MCP servers by a list for this start alone.
 */
final class ClaudeWiring implements AgentWiring {
    private static final String BASE = "ANTHROPIC_BASE_URL";

    @Override
    public Found find(Start start) {
        ClaudeSettings settings = ClaudeSettings.read(start);
        Map<String, URI> upstreams = new HashMap<>();
        List<String> outside = new ArrayList<>();
        for (String cloud : List.of("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX")) {
            if (settings.variable(cloud).or(() -> start.variable(cloud)).isPresent()) {
                outside.add("model requests by " + cloud + ": they stop with the process only");
            }
        }
        if (outside.isEmpty()) {
            settings.variable(BASE)
                    .flatMap(ModelDoors::address)
                    .or(() -> ModelDoors.upstream(ModelDoors.ANTHROPIC, start))
                    .ifPresent(url -> upstreams.put(ModelDoors.ANTHROPIC, url));
        }
        Map<String, McpServer> gated = new LinkedHashMap<>();
        servers(start, settings)
                .forEach((name, server) -> program(server)
                        .ifPresentOrElse(
                                program -> gated.put(McpDoor.name(name), program),
                                () -> outside.add("MCP server " + name
                                        + " is remote: its calls ask by hook, and are not cut")));
        settings.unapproved()
                .forEach(name -> outside.add("MCP server " + name
                        + " of this folder is not approved in Claude Code yet"));
        return new Found(upstreams, gated, outside);
    }

    /** All servers that Claude Code would start here. */
    private static Map<String, JsonObject> servers(Start start, ClaudeSettings settings) {
        ClaudeArguments arguments = arguments(start);
        Map<String, JsonObject> servers =
                arguments.onlyNamed() ? new LinkedHashMap<>() : settings.servers();
        for (String named : arguments.servers()) {
            JsonFiles.written(named, start.directory())
                    .ifPresent(file -> ClaudeSettings.put(file, servers));
        }
        return servers;
    }

    private static ClaudeArguments arguments(Start start) {
        return ClaudeArguments.read(start.command().subList(1, start.command().size()));
    }

    /** A server that is a program; empty for one that is reached over a network. */
    private static Optional<McpServer> program(JsonObject server) {
        Optional<String> command = JsonParts.text(server, "command");
        List<String> arguments = JsonParts.texts(server, "args");
        Map<String, String> environment = new TreeMap<>();
        JsonParts.object(server, "env")
                .ifPresent(env -> env.asMap().forEach((name, value) -> {
                    if (value instanceof JsonString text) {
                        environment.put(name, text.value());
                    }
                }));
        return command.map(it -> new McpServer.Program(it, arguments, environment));
    }

    @Override
    public Wired wire(Start start, Found found, Doors doors) {
        ClaudeArguments arguments = arguments(start);
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.putAll(ModelDoors.variables(doors.models()));
        List<String> behind = new ArrayList<>(List.of("its processes", "built-in tools (hooks)"));
        List<String> command = new ArrayList<>(List.of(start.command().getFirst()));
        try {
            if (found.servers().isEmpty()) {
                command.addAll(untouched(arguments));
            } else {
                command.addAll(List.of(
                        "--mcp-config",
                        JsonFiles.write(
                                        doors.folder().resolve("mcp.json"),
                                        servers(start, found, doors))
                                .toString(),
                        "--strict-mcp-config"));
                behind.add("MCP servers "
                        + String.join(", ", new TreeMap<>(found.servers()).keySet()));
            }
            command.addAll(List.of(
                    "--settings",
                    JsonFiles.write(
                                    doors.folder().resolve("settings.json"),
                                    settings(start, arguments, doors))
                            .toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("the settings of this start can't be written", e);
        }
        command.addAll(arguments.others());
        if (!doors.models().isEmpty()) {
            behind.add(0, "model API");
        }
        return new Wired(command, environment, behind);
    }

    private static List<String> untouched(ClaudeArguments arguments) {
        List<String> words = new ArrayList<>();
        arguments.servers().forEach(each -> words.addAll(List.of("--mcp-config", each)));
        if (arguments.onlyNamed()) {
            words.add("--strict-mcp-config");
        }
        return words;
    }

    /** Every server: programs behind the gateway, the others as they are. */
    private static JsonObject servers(Start start, Found found, Doors doors) {
        JsonObject.Builder all = JsonObject.builder();
        servers(start, ClaudeSettings.read(start)).forEach((name, server) -> {
            McpServer gated = found.servers().get(McpDoor.name(name));
            all.put(
                    name,
                    gated instanceof McpServer.Program program && server.has("command")
                            ? behind(name, server, program, start, doors)
                            : server);
        });
        return JsonObject.builder().put("mcpServers", all.build()).build();
    }

    private static JsonObject behind(
            String name, JsonObject server, McpServer.Program program, Start start, Doors doors) {
        List<String> line = McpDoor.command(doors, name, program);
        Map<String, String> environment = new TreeMap<>(McpDoor.variables(start));
        environment.putAll(program.environment());
        JsonObject.Builder env = JsonObject.builder();
        environment.forEach(env::put);
        return server.with("command", new JsonString(line.getFirst()))
                .with("args", JsonArray.ofStrings(line.subList(1, line.size())))
                .with("env", env.build());
    }

    /** The settings that were named for this start, with our hooks beside theirs. */
    private static JsonObject settings(Start start, ClaudeArguments arguments, Doors doors) {
        JsonObject named = arguments
                .settings()
                .flatMap(value -> JsonFiles.written(value, start.directory()))
                .orElse(JsonObject.empty());
        String url = doors.hooks() + "/" + HookDialect.CLAUDE_CODE.wireName();
        JsonObject whole = named.with(
                        "hooks",
                        beside(
                                JsonParts.object(named, "hooks").orElse(JsonObject.empty()),
                                HookTable.overHttp(url)))
                .with("disableAllHooks", new dev.quietus.client.json.JsonBoolean(false));
        if (ClaudeSettings.read(start).has("allowedHttpHookUrls")
                || named.has("allowedHttpHookUrls")) {
            List<JsonValue> urls = new ArrayList<>(named.member("allowedHttpHookUrls")
                    .filter(JsonArray.class::isInstance)
                    .map(array -> ((JsonArray) array).values())
                    .orElse(List.of()));
            urls.add(new JsonString(url));
            whole = whole.with("allowedHttpHookUrls", JsonArray.of(urls));
        }
        JsonObject.Builder env = JsonObject.builder();
        JsonParts.object(named, "env").ifPresent(all -> all.asMap().forEach(env::put));
        Optional<String> model = Optional.ofNullable(doors.models().get(ModelDoors.ANTHROPIC));
        if (model.isEmpty()) {
            return whole;
        }
        JsonObject variables = env.build();
        return whole.with("env", variables.with(BASE, new JsonString(model.get())));
    }

    private static JsonObject beside(JsonObject theirs, JsonObject ours) {
        JsonObject both = theirs;
        for (Map.Entry<String, JsonValue> each : ours.asMap().entrySet()) {
            List<JsonValue> groups = new ArrayList<>(theirs.member(each.getKey())
                    .filter(JsonArray.class::isInstance)
                    .map(array -> ((JsonArray) array).values())
                    .orElse(List.of()));
            groups.addAll(((JsonArray) each.getValue()).values());
            both = both.with(each.getKey(), JsonArray.of(groups));
        }
        return both;
    }
}
