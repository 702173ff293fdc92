package dev.quietus.verify.agents;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an agent is started with.
 *
 * @param environment what is set for it
 * @param command the program and its arguments
 */
record AgentStart(Map<String, String> environment, List<String> command) {
    /** Makes a home for an agent in this place, and the line that starts it there. */
    static AgentStart of(Cell cell, InstalledAgents agents, Path place, String model)
            throws IOException {
        return switch (cell.agent()) {
            case CLAUDE -> claude(cell, agents, place, model);
            case CODEX ->
                cell.situation() == Situation.QUEUED_MESSAGE
                        ? codex(cell, agents, place, model, "app-server")
                        : codex(
                                cell,
                                agents,
                                place,
                                model,
                                "exec",
                                "--skip-git-repo-check",
                                "--json",
                                "go");
        };
    }

    private static AgentStart claude(Cell cell, InstalledAgents agents, Path place, String model)
            throws IOException {
        Path home = Files.createDirectories(place.resolve("home"));
        List<String> command = InstalledAgents.words(
                agents.claude().toString(),
                "-p",
                "--allowedTools",
                "Bash",
                "Agent",
                "mcp__slow",
                "--output-format",
                "stream-json",
                "--verbose");
        if (cell.situation() == Situation.QUEUED_MESSAGE) {
            command.addAll(List.of("--input-format", "stream-json"));
        } else {
            command.add(1, "go");
        }
        if (cell.situation() == Situation.MCP_CALL) {
            JsonObject slow = JsonObject.builder()
                    .put("command", "node")
                    .put("args", JsonArray.ofStrings(slowServer(place)))
                    .build();
            JsonObject servers = JsonObject.builder()
                    .put("mcpServers", JsonObject.builder().put("slow", slow).build())
                    .build();
            Path file = Files.writeString(place.resolve("mcp.json"), servers.toJson());
            command.addAll(1, List.of("--mcp-config=" + file));
        }
        return new AgentStart(
                Map.of(
                        "HOME",
                        home.toString(),
                        "ANTHROPIC_BASE_URL",
                        model,
                        "ANTHROPIC_API_KEY",
                        "test",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                        "1",
                        "DISABLE_AUTOUPDATER",
                        "1",
                        "ENABLE_TOOL_SEARCH",
                        "false"),
                command);
    }

    private static AgentStart codex(
            Cell cell, InstalledAgents agents, Path place, String model, String... arguments)
            throws IOException {
        Path home = Files.createDirectories(place.resolve("home/.codex"));
        StringBuilder config =
                new StringBuilder("""
                model = "fake-model"
                model_provider = "fake"
                approval_policy = "never"
                sandbox_mode = "danger-full-access"
                check_for_update_on_startup = false
                [analytics]
                enabled = false
                [model_providers.fake]
                name = "fake"
                env_key = "FAKE_KEY"
                wire_api = "responses"
                """).append("base_url = \"").append(model).append("/v1\"\n");
        if (cell.situation() == Situation.MCP_CALL) {
            config.append("[mcp_servers.slow]\ncommand = \"node\"\nargs = ")
                    .append(JsonArray.ofStrings(slowServer(place)).toJson())
                    .append('\n');
        }
        Files.writeString(home.resolve("config.toml"), config);
        Path program = cell.wrapped() ? agents.codexWrapper() : agents.codex();
        List<String> command = InstalledAgents.words(program.toString());
        command.addAll(List.of(arguments));
        return new AgentStart(
                Map.of("HOME", place.resolve("home").toString(), "FAKE_KEY", "test"), command);
    }

    private static List<String> slowServer(Path place) {
        return List.of(
                InstalledAgents.resource("slow-mcp.mjs", place).toString(),
                place.resolve("called").toString());
    }
}
