package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.documents.Document;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The agents of the documents, as they stand there: they work, they are stopped, they end. */
final class OwnAgentTest {
    private static final String LINES = "touch one\ntouch two; sleep 320\ntouch three\n";

    @TempDir
    static Path folder = Path.of("");

    private static ServerProcess server;
    private static Path xdg = Path.of("");

    /** The examples. */
    enum Example {
        PYTHON("agent.py"),
        TYPESCRIPT("agent.ts");

        private final String file;

        Example(String file) {
            this.file = file;
        }

        private String interpreter() {
            return switch (this) {
                case PYTHON -> "python3";
                case TYPESCRIPT -> InstalledAgents.node();
            };
        }

        List<String> command() {
            return List.of(
                    interpreter(),
                    Document.root().resolve("docs/examples").resolve(file).toString());
        }
    }

    @BeforeAll
    static void begins() throws IOException {
        server = ServerProcess.start(folder, Optional.empty());
        xdg = server.stateHome(folder.resolve("xdg"));
    }

    @AfterAll
    static void ends() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isStoppedInTheMiddleAndStartsNothingMore(Example example) throws Exception {
        String run = "own-" + example.file;
        Path work = Files.createDirectories(folder.resolve(run).resolve("work"));
        try (RunOfAgent agent = start(example, run, work)) {
            say(agent, LINES);
            RunOfAgent.awaitFile(work.resolve("two"));
            JsonObject barrier = server.operator()
                    .quietus()
                    .stop(
                            run,
                            StopRequest.because("wrong commit").settlingWithin(RunOfAgent.SETTLE));
            assertThat(agent.exit()).as(agent.err()).isEqualTo(75);
            untilTrue("nothing of the run lives", () -> agent.living().isEmpty());
            assertThat(work.resolve("three")).doesNotExist();
            lookAtRecord(run, Instant.parse(barrier.string("requested_at")));
        }
    }

    private static void lookAtRecord(String run, Instant stopped) {
        JsonObject receipt = server.awaitReceipt(run);
        List<JsonObject> calls = server.operator().all("operations", "runs", run, "operations");
        assertThat(calls)
                .as(calls.toString())
                .extracting(each -> each.string("operation_id"))
                .containsExactlyInAnyOrder("agent", "shell-1", "shell-2");
        assertThat(calls)
                .as(calls.toString())
                .noneMatch(each -> Instant.parse(each.string("begun_at")).isAfter(stopped));
        assertThat(server.operation(run, "shell-1").string("effect")).isEqualTo("verified_present");
        assertThat(server.operation(run, "shell-2").string("state"))
                .isEqualTo("cancelled_during_execution");
        assertThat(receipt.object("effects").integer("unknown"))
                .as(receipt.toString())
                .isOne();
        assertThat(receipt.string("decision")).isEqualTo("stop_incomplete");
    }

    @ParameterizedTest
    @EnumSource
    void doesAllOfItsWorkUndisturbed(Example example) throws Exception {
        String run = "whole-" + example.file;
        Path work = Files.createDirectories(folder.resolve(run).resolve("work"));
        try (RunOfAgent agent = start(example, run, work)) {
            say(agent, "touch one\nexit 3\n");
            assertThat(agent.exit()).as(agent.err()).isZero();
            assertThat(work.resolve("one")).exists();
            assertThat(server.operation(run, "shell-2").string("state")).isEqualTo("failed");
            assertThat(server.shown(run).string("state")).isEqualTo("completed");
        }
    }

    private static RunOfAgent start(Example example, String run, Path work) {
        List<String> command = example.command();
        Assumptions.assumeTrue(
                InstalledAgents.runs(command.getFirst(), "--version"),
                command.getFirst() + " is missing");
        return RunOfAgent.start(
                server,
                run,
                work,
                xdg,
                Map.of(),
                List.of("--agent", "other", "--effects", "none"),
                command);
    }

    private static void say(RunOfAgent agent, String lines) throws IOException {
        agent.input().write(lines.getBytes(StandardCharsets.UTF_8));
        agent.endInput();
    }
}
