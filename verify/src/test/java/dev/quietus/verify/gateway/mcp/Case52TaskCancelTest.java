package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.ToolRules;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 52: a call that became a task is cancelled with the wrong message, and its progress token
 * freed too early. Proves that only {@code tasks/cancel} is used, also where the task's id comes
 * after the stop, and that the last status is the server's.
 */
class Case52TaskCancelTest {
    private static final String REVISION = "2025-11-25";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);
    private final JsonObject input = McpCase.input("52-mcp-task-cancel");
    private McpScene scene;

    @BeforeEach
    void calls() {
        scene = installation.closing(McpScene.of(
                installation.quietus(),
                "run-52",
                server,
                McpScene.SETTINGS.waits(Duration.ofSeconds(10), Duration.ofSeconds(20)),
                ToolRules.NONE));
        scene.connect(REVISION);
        scene.send(input.object("call").toJson());
        server.heard.awaitMethod("tools/call");
    }

    private void firstAnswer() {
        server.answer(
                server.heard.of("tools/call").getFirst(),
                input.object("server_first_answer").toJson());
    }

    private void progress(int value) {
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":\"p-21\",\"progress\":" + value + "}}");
    }

    private void cancelledByItsOwnMessage(String last) {
        JsonObject cancel = server.heard.awaitMethod("tasks/cancel");
        assertThat(cancel.object("params").string("taskId")).isEqualTo("task-9");
        server.answer(cancel, "{\"taskId\":\"task-9\",\"status\":\"working\"}");
        server.answer(
                server.heard.awaitMethod("tasks/get"),
                "{\"taskId\":\"task-9\",\"status\":\"" + last + "\"}");
        assertThat(server.heard.of("notifications/cancelled")).isEmpty();
    }

    @Test
    void aTaskIsCancelledAsATask() {
        firstAnswer();
        scene.client.awaitAnswer("21");
        progress(1);
        scene.client.awaitMethod("notifications/progress");
        assertThat(scene.operations())
                .singleElement()
                .satisfies(each -> assertThat(each.string("state")).isEqualTo("running"));
        scene.stop();
        cancelledByItsOwnMessage("completed");
        JsonObject done = scene.awaitOperation("succeeded");
        assertThat(done.string("provider_job")).isEqualTo("task-9");
    }

    @Test
    void thatATaskIsCalledCancelledSaysNothingOfItsEffect() {
        firstAnswer();
        scene.client.awaitAnswer("21");
        scene.stop();
        cancelledByItsOwnMessage("cancelled");
        JsonObject ended = scene.awaitOperation("cancelled_during_execution");
        assertThat(scene.result(ended.string("operation_id")).string("effect"))
                .isEqualTo("unknown");
    }

    @Test
    void theWishIsKeptUntilTheTasksIdIsKnown() {
        scene.stop();
        assertThat(scene.client.awaitAnswer("21").toJson()).contains("quietus:stopped");
        firstAnswer();
        cancelledByItsOwnMessage("completed");
        scene.awaitOperation("succeeded");
        assertThat(scene.client.answers("21")).hasSize(1);
    }

    @Test
    void aTaskThatEndsByItselfIsRecordedByWhatTheClientHears() {
        firstAnswer();
        scene.client.awaitAnswer("21");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":22,\"method\":\"tasks/get\","
                + "\"params\":{\"taskId\":\"task-9\"}}");
        server.answer(
                server.heard.awaitMethod("tasks/get"),
                "{\"taskId\":\"task-9\",\"status\":\"completed\"}");
        scene.client.awaitAnswer("22");
        scene.awaitOperation("succeeded");
        progress(2);
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
        scene.client.awaitMethod("notifications/x");
        assertThat(scene.client.of("notifications/progress")).isEmpty();
    }
}
