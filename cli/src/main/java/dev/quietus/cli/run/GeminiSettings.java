package dev.quietus.cli.run;

import dev.quietus.client.json.JsonObject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the settings files of the Gemini CLI say, as far as it matters here. Nothing of them is
 * changed.
 *
 * @param layers the files that are there, weakest first
 * @param system the strongest of them, which is the machine's
 */
record GeminiSettings(List<JsonObject> layers, JsonObject system) {
    /** The variable that names the machine's file. */
    static final String SYSTEM = "GEMINI_CLI_SYSTEM_SETTINGS_PATH";

    private static final String DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

    /** Copies the list. */
    GeminiSettings {
        layers = List.copyOf(layers);
    }

    /** Reads them. */
    static GeminiSettings read(AgentWiring.Start start) {
        String home = start.variable("GEMINI_CLI_HOME")
                .or(() -> start.variable("HOME"))
                .orElse("/");
        List<JsonObject> layers = new ArrayList<>();
        for (Path file : List.of(
                machine(start, DEFAULTS, "system-defaults.json"),
                Path.of(home, ".gemini/settings.json"),
                start.directory().resolve(".gemini/settings.json"))) {
            JsonFiles.read(file).ifPresent(layers::add);
        }
        JsonObject system =
                JsonFiles.read(machine(start, SYSTEM, "settings.json")).orElse(JsonObject.empty());
        layers.add(system);
        return new GeminiSettings(layers, system);
    }

    private static Path machine(AgentWiring.Start start, String variable, String file) {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String folder = os.startsWith("mac")
                ? "/Library/Application Support/GeminiCli"
                : os.startsWith("windows") ? "C:\\ProgramData\\gemini-cli" : "/etc/gemini-cli";
        return start.variable(variable).map(Path::of).orElse(Path.of(folder, file));
    }

    /** How it logs in, as the strongest file says. */
    Optional<String> login() {
        return layers.reversed().stream()
                .flatMap(each -> JsonParts.object(each, "security").stream())
                .flatMap(each -> JsonParts.object(each, "auth").stream())
                .flatMap(each -> JsonParts.text(each, "selectedType").stream())
                .findFirst();
    }

    /** The MCP servers by name; of two entries for one, the stronger file's counts as a whole. */
    Map<String, JsonObject> servers() {
        Map<String, JsonObject> servers = new LinkedHashMap<>();
        for (JsonObject each : layers) {
            JsonObject all = JsonParts.object(each, "mcpServers").orElse(JsonObject.empty());
            for (String name : all.asMap().keySet()) {
                JsonParts.object(all, name).ifPresent(server -> servers.put(name, server));
            }
        }
        return servers;
    }
}
