package dev.quietus.cli.run;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * opencode: it takes settings for one start from a variable and lays them over all others; there
 * its model providers are sent to the gateway, and the gateway is put before its MCP servers. It
 * asks no hooks before its own tools. For one start.
 */
final class OpencodeWiring implements AgentWiring {
    /** The gateway starts first, and then the server. */
    private static final long GATEWAY_MILLIS = 30_000;

    private static final String INLINE = "OPENCODE_CONFIG_CONTENT";

    /** By dialect, the provider that goes through its door. */
    private final Map<String, String> providers = new HashMap<>();

    private Optional<OpencodeSettings> settings = Optional.empty();

    @Override
    public Found find(Start start) {
        Map<String, URI> upstreams = new HashMap<>();
        Map<String, McpServer> gated = new LinkedHashMap<>();
        List<String> outside = new ArrayList<>();
        outside.add("built-in tools: opencode asks nobody; they end with its processes");
        try {
            if (start.variable(INLINE).isPresent() && inline(start).isEmpty()) {
                throw new IOException(INLINE + " can't be read");
            }
            OpencodeSettings told = OpencodeSettings.ask(start);
            settings = Optional.of(told);
            for (OpencodeSettings.Models each : told.models()) {
                if (providers.putIfAbsent(each.dialect(), each.name()) == null) {
                    upstreams.put(each.dialect(), each.url());
                } else {
                    outside.add("model requests to its provider '" + each.name()
                            + "': one of each kind of API can be put behind");
                }
            }
            told.model()
                    .filter(name ->
                            told.models().stream().noneMatch(it -> it.name().equals(name)))
                    .ifPresent(name -> outside.add(
                            "model requests: the API of its provider '" + name + "' is not known"));
            if (told.model().isEmpty() && upstreams.isEmpty()) {
                outside.add("model requests: it names no model, and no key of a known API is set");
            }
            gated.putAll(told.servers());
            told.remoteServers().forEach(name -> outside.add("MCP server " + name + " is remote"));
        } catch (IOException e) {
            outside.add("anything but its processes: opencode could not be asked for its settings ("
                    + e.getMessage() + ")");
        }
        return new Found(upstreams, gated, outside);
    }

    @Override
    public Wired wire(Start start, Found found, Doors doors) {
        List<String> behind = new ArrayList<>(List.of("its processes"));
        if (settings.isEmpty()) {
            return new Wired(start.command(), start.environment(), behind);
        }
        JsonObject ours = JsonObject.builder()
                .put("provider", models(doors, behind))
                .put("mcp", servers(settings.get(), start, found, doors, behind))
                .build();
        JsonObject theirs = inline(start).orElse(JsonObject.empty());
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.put(INLINE, JsonParts.over(theirs, ours).toJson());
        return new Wired(start.command(), environment, behind);
    }

    private static Optional<JsonObject> inline(Start start) {
        return start.variable(INLINE).flatMap(text -> JsonFiles.written(text, start.directory()));
    }

    private JsonObject models(Doors doors, List<String> behind) {
        JsonObject.Builder all = JsonObject.builder();
        doors.models().forEach((dialect, url) -> {
            JsonObject options = JsonObject.builder().put("baseURL", url).build();
            Optional.ofNullable(providers.get(dialect))
                    .ifPresent(name -> all.put(
                            name, JsonObject.builder().put("options", options).build()));
        });
        JsonObject models = all.build();
        if (!models.isEmpty()) {
            behind.add(
                    0, "model API of " + String.join(", ", new TreeMap<>(models.asMap()).keySet()));
        }
        return models;
    }

    /** What is said of a server here is laid over what its settings say: the rest of it stays. */
    private static JsonObject servers(
            OpencodeSettings told, Start start, Found found, Doors doors, List<String> behind) {
        JsonObject.Builder all = JsonObject.builder();
        found.servers().forEach((name, server) -> {
            if (server instanceof McpServer.Program program) {
                JsonObject.Builder variables = JsonObject.builder();
                McpDoor.variables(start).forEach((variable, value) -> {
                    if (!program.environment().containsKey(variable)) {
                        variables.put(variable, value);
                    }
                });
                all.put(
                        name,
                        JsonObject.builder()
                                .put("type", "local")
                                .put(
                                        "command",
                                        JsonArray.ofStrings(McpDoor.command(doors, name, program)))
                                .put("environment", variables.build())
                                .put("timeout", told.patienceMillis(name) + GATEWAY_MILLIS)
                                .build());
            }
        });
        JsonObject servers = all.build();
        if (!servers.isEmpty()) {
            behind.add("MCP servers " + String.join(", ", new TreeMap<>(servers.asMap()).keySet()));
        }
        return servers;
    }
}
