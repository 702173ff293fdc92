package dev.quietus.cli.run;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gemini CLI: its model API by a variable; the gateway before its MCP servers by a file that
 * stands, for this start, where the machine's settings are, and has all that those say. It believes
 * such a file only where root alone can write it and every folder above.
 */
final class GeminiWiring implements AgentWiring {
    private static final String BY_KEY = "gemini-api-key";
    private static final Set<PosixFilePermission> BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Path folder;

    /** Wires by files in this folder. */
    GeminiWiring(Path folder) {
        this.folder = folder;
    }

    @Override
    public Found find(Start start) {
        GeminiSettings settings = GeminiSettings.read(start);
        List<String> outside = new ArrayList<>();
        outside.add("built-in tools: it asks nobody here; they end with its processes");
        Map<String, URI> upstreams = new HashMap<>();
        String login = settings.login()
                .orElse(start.variable("GEMINI_API_KEY").isPresent() ? BY_KEY : "unknown");
        if (login.equals(BY_KEY)) {
            ModelDoors.upstream(ModelDoors.GEMINI, start)
                    .ifPresent(url -> upstreams.put(ModelDoors.GEMINI, url));
        } else {
            outside.add(
                    "model requests by its login '" + login + "': they stop with the process only");
        }
        Map<String, McpServer> gated = new LinkedHashMap<>();
        settings.servers()
                .forEach((name, server) -> program(server)
                        .filter(_ -> isRoots())
                        .ifPresentOrElse(
                                program -> gated.put(name, program),
                                () -> outside.add("MCP server " + name + ": "
                                        + (server.has("command")
                                                ? "Gemini CLI takes no settings from " + folder
                                                        + "; put 'quietus mcp' into its own"
                                                : "it is remote"))));
        return new Found(upstreams, gated, outside);
    }

    /** Whether nobody but root can write here, or in a folder above. */
    private boolean isRoots() {
        try {
            for (Path at = folder.toRealPath(); at != null; at = at.getParent()) {
                PosixFileAttributes found = Files.readAttributes(at, PosixFileAttributes.class);
                boolean open = found.permissions().stream().anyMatch(BY_OTHERS::contains);
                if (open || !found.owner().getName().equals("root")) {
                    return false;
                }
            }
            return true;
        } catch (IOException | UnsupportedOperationException notKnown) {
            return false;
        }
    }

    private static Optional<McpServer> program(JsonObject server) {
        return JsonParts.text(server, "command")
                .map(command ->
                        new McpServer.Program(command, JsonParts.texts(server, "args"), Map.of()));
    }

    @Override
    public Wired wire(Start start, Found found, Doors doors) {
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.putAll(ModelDoors.variables(doors.models()));
        List<String> behind = new ArrayList<>(List.of("its processes"));
        if (!doors.models().isEmpty()) {
            behind.add(0, "model API");
        }
        if (!found.servers().isEmpty()) {
            GeminiSettings settings = GeminiSettings.read(start);
            try {
                environment.put(
                        GeminiSettings.SYSTEM,
                        JsonFiles.write(
                                        folder.resolve("gemini.json"),
                                        gated(start, settings, found, doors))
                                .toString());
            } catch (IOException e) {
                throw new UncheckedIOException("the settings of this start can't be written", e);
            }
            behind.add("MCP servers " + String.join(", ", new TreeMap<>(found.servers()).keySet()));
        }
        return new Wired(start.command(), environment, behind);
    }

    private static JsonObject gated(
            Start start, GeminiSettings settings, Found found, Doors doors) {
        JsonObject.Builder all = JsonObject.builder();
        settings.servers().forEach((name, server) -> {
            if (found.servers().get(name) instanceof McpServer.Program program) {
                List<String> line = McpDoor.command(doors, name, program);
                JsonObject.Builder variables = JsonObject.builder();
                McpDoor.variables(start).forEach(variables::put);
                JsonObject theirs = JsonParts.object(server, "env").orElse(JsonObject.empty());
                all.put(
                        name,
                        server.with("command", new JsonString(line.getFirst()))
                                .with("args", JsonArray.ofStrings(line.subList(1, line.size())))
                                .with("env", JsonParts.over(variables.build(), theirs)));
            }
        });
        return JsonParts.over(
                settings.system(),
                JsonObject.builder().put("mcpServers", all.build()).build());
    }
}
