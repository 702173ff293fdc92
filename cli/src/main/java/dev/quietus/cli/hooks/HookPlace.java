package dev.quietus.cli.hooks;

import dev.quietus.gateway.hook.HookDialect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where an agent's hooks stand.
 *
 * @param dialect whose they are
 * @param folder the agent's folder of settings
 * @param environment the environment in which the agent would run
 */
public record HookPlace(HookDialect dialect, Path folder, Map<String, String> environment) {
    /** Copies the map. */
    public HookPlace {
        environment = Map.copyOf(environment);
    }

    /**
     * The place of an agent.
     *
     * @param named the folder that was named; empty: the user's own
     */
    public static HookPlace of(
            HookDialect dialect, Optional<Path> named, Map<String, String> environment) {
        String variable = switch (dialect) {
            case CLAUDE_CODE -> "CLAUDE_CONFIG_DIR";
            case CODEX -> "CODEX_HOME";
        };
        String folder = switch (dialect) {
            case CLAUDE_CODE -> ".claude";
            case CODEX -> ".codex";
        };
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")));
        Path usual = Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .orElse(home.resolve(folder));
        return new HookPlace(dialect, named.orElse(usual), environment);
    }

    /** The file with the hooks. */
    Path file() {
        return switch (dialect) {
            case CLAUDE_CODE -> folder.resolve("settings.json");
            case CODEX -> folder.resolve("hooks.json");
        };
    }

    /** The file in which Codex keeps which hooks are trusted. */
    Path trustFile() {
        return folder.resolve("config.toml");
    }
}
