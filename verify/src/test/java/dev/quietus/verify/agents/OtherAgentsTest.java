package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * opencode and the Gemini CLI, whose own tools ask nobody: their models and MCP servers are behind
 * the gateways as far as is said, and a stop ends all that they have started.
 */
@EnabledIfSystemProperty(
        named = "quietus.agents",
        matches = "all",
        disabledReason = "half a gigabyte from npm; ./quietus-test -Dquietus.agents=all")
final class OtherAgentsTest {
    private static final JsonObject MCP_CALL = Json.parseObject("""
            {"steps": [{"tools": [{"mcp": {"tool": "never_answer"}}]}]}""");
    private static final JsonObject SHELL = Json.parseObject("""
            {"steps": [{"tools": [{"shell": "touch up; setsid sleep 330 & sleep 331"}]}]}""");

    @TempDir
    Path folder = Path.of("");

    private InstalledAgents agents;
    private ServerProcess server;
    private Path xdg = Path.of("");
    private Path work = Path.of("");

    @BeforeEach
    void begins() throws IOException {
        agents = InstalledAgents.others();
        server = ServerProcess.start(folder, Optional.empty());
        xdg = server.stateHome(folder.resolve("xdg"));
        work = Files.createDirectories(folder.resolve("work"));
    }

    @AfterEach
    void ends() {
        if (server != null) {
            server.close();
        }
    }

    private RunOfAgent start(String run, Map<String, String> environment, List<String> command)
            throws IOException {
        RunOfAgent agent =
                RunOfAgent.start(server, run, work, xdg, environment, List.of(), command);
        agent.endInput();
        return agent;
    }

    private void stopped(RunOfAgent agent, String run, ScriptedModel model) throws Exception {
        server.operator()
                .quietus()
                .stop(run, StopRequest.because("wrong commit").settlingWithin(RunOfAgent.SETTLE));
        assertThat(agent.exit()).as(agent.err()).isEqualTo(75);
        untilTrue("nothing of the run lives", () -> agent.living().isEmpty());
        int asked = model.asked().size();
        JsonObject receipt = server.awaitReceipt(run);
        assertThat(receipt.object("authority").integer("active_leases")).isZero();
        assertThat(model.asked()).hasSize(asked);
        assertThat(tools(run)).filteredOn(tool -> tool.startsWith("model.")).hasSize(asked);
    }

    private List<String> tools(String run) {
        return server.operator().all("operations", "runs", run, "operations").stream()
                .filter(each -> each.has("begun_at"))
                .map(each -> each.string("tool"))
                .toList();
    }

    private String slowServer() {
        return JsonArray.ofStrings(List.of(
                        "node",
                        InstalledAgents.resource("slow-mcp.mjs", folder).toString(),
                        folder.resolve("called").toString()))
                .toJson();
    }

    @Test
    void opencodeIsStoppedInACallOfAServerThatIsBehindTheGateway() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(folder, MCP_CALL)) {
            Path config = Files.createDirectories(folder.resolve("home/.config/opencode"));
            Files.writeString(config.resolve("opencode.json"), """
                    {
                      // The model is a scripted one.
                      "autoupdate": false, "share": "disabled",
                      "model": "fake/fake-model", "small_model": "fake/fake-model",
                      "provider": {"fake": {"npm": "@ai-sdk/openai-compatible",
                        "options": {"baseURL": "MODEL/v1", "apiKey": "test"},
                        "models": {"fake-model": {}}}},
                      "mcp": {"slow": {"type": "local", "command": SERVER,
                        "environment": {"KEPT": "yes"}}}
                    }
                    """.replace("MODEL", model.url())
                    .replace("SERVER", slowServer()));
            String run = "opencode-1";
            try (RunOfAgent agent = start(
                    run,
                    Map.of(
                            "HOME",
                            folder.resolve("home").toString(),
                            "OPENCODE_DISABLE_MODELS_FETCH",
                            "1"),
                    List.of(agents.opencode().toString(), "run", "--format", "json", "go"))) {
                RunOfAgent.awaitFile(folder.resolve("called"));
                assertThat(agent.err()).contains("model API of fake", "MCP servers slow");
                stopped(agent, run, model);
                assertThat(tools(run)).contains("slow.never_answer", "slow.server");
            }
        }
    }

    @Test
    void geminiIsStoppedInACommandOfItsShell() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(folder, SHELL)) {
            Path config = Files.createDirectories(folder.resolve("home/.gemini"));
            Files.writeString(config.resolve("settings.json"), """
                    {
                      "security": {"auth": {"selectedType": "gemini-api-key"}}, // by a key
                      "privacy": {"usageStatisticsEnabled": false},
                      "general": {"enableAutoUpdate": false}
                    }
                    """);
            String run = "gemini-1";
            try (RunOfAgent agent = start(
                    run,
                    Map.of(
                            "HOME",
                            folder.resolve("home").toString(),
                            "GOOGLE_GEMINI_BASE_URL",
                            model.url(),
                            "GEMINI_API_KEY",
                            "test"),
                    List.of(
                            agents.gemini().toString(),
                            "-m",
                            "gemini-2.5-flash",
                            "--skip-trust",
                            "-y",
                            "-o",
                            "stream-json",
                            "-p",
                            "go"))) {
                RunOfAgent.awaitFile(work.resolve("up"));
                stopped(agent, run, model);
                assertThat(tools(run)).contains("agent.gemini", "model.gemini");
            }
        }
    }
}
