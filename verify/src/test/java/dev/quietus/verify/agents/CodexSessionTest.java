package dev.quietus.verify.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Codex with its own provider: a session that was begun behind Quietus goes on without it, and the
 * other way round. Codex takes a session up with the provider that it was begun with only.
 */
final class CodexSessionTest {
    private static final long MOST_SECONDS = 60;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aSessionGoesOnInsideAndOutside() throws Exception {
        InstalledAgents agents = InstalledAgents.get();
        Path home = folder.resolve("home");
        Path own = Files.createDirectories(home.resolve(".codex"));
        Path work = Files.createDirectories(folder.resolve("place/work"));
        Path xdg = Files.createDirectories(folder.resolve("xdg"));
        Files.writeString(
                own.resolve("auth.json"),
                "{\"auth_mode\":\"apikey\",\"OPENAI_API_KEY\":\"sk-test\"}");
        JsonObject script = JsonObject.builder()
                .put("after", JsonObject.builder().put("text", "Done.").build())
                .build();
        try (ScriptedModel model = ScriptedModel.start(folder, script);
                ServerProcess server = ServerProcess.start(folder, Optional.empty())) {
            Files.createSymbolicLink(xdg.resolve("quietus"), server.directory());
            Files.writeString(
                    own.resolve("config.toml"),
                    "openai_base_url = \"" + model.url() + "/v1\"\n"
                            + "approval_policy = \"never\"\n"
                            + "check_for_update_on_startup = false\n"
                            + "[analytics]\nenabled = false\n");
            Session session = new Session(agents.codex(), home, work);
            for (String word : List.of("first", "third")) {
                String run = "codex-" + word;
                try (RunOfAgent agent = RunOfAgent.start(
                        server,
                        run,
                        work,
                        xdg,
                        session.environment(),
                        List.of(),
                        session.saying(word))) {
                    agent.endInput();
                    assertThat(agent.exit()).as(agent.err()).isZero();
                    assertThat(agent.err()).contains("behind it: model API,");
                }
                assertThat(server.operator().all("operations", "runs", run, "operations"))
                        .anyMatch(each -> each.string("kind").equals("model_request")
                                && each.string("state").equals("succeeded"));
                session.goesOnOutside(word + "-outside");
            }
            assertThat(model.asked().getLast().body())
                    .contains("\"first\"", "first-outside", "\"third\"", "third-outside");
            try (var sessions = Files.find(
                    own.resolve("sessions"), 9, (path, _) -> path.toString().endsWith(".jsonl"))) {
                assertThat(sessions).hasSize(1);
            }
        }
    }

    /** One session of Codex, taken up again each time but for the first. */
    private record Session(Path codex, Path home, Path work) {
        Map<String, String> environment() {
            return Map.of("HOME", home.toString());
        }

        List<String> saying(String word) {
            List<String> line = InstalledAgents.words(
                    codex.toString(), "exec", "--skip-git-repo-check", "--json");
            if (!word.equals("first")) {
                line.addAll(List.of("resume", "--last"));
            }
            line.add(word);
            return line;
        }

        void goesOnOutside(String word) throws Exception {
            Path said = work.resolveSibling(word);
            ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(saying(word)))
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().put("HOME", home.toString());
            Process process = builder.start();
            process.getOutputStream().close();
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        }
    }
}
