package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 49: an answer after the cancel confuses the other side, or a cancelled call never settles.
 * Proves that the caller has its answer at once from the gateway, and that what the server still
 * says is a fact of the record and nothing that the model reads.
 */
class Case49ResponseAfterCancelTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);
    private McpScene scene;
    private JsonObject call;

    @BeforeEach
    void stopsACall() {
        scene = installation.closing(McpScene.of(
                installation.quietus(),
                "run-49",
                server,
                McpScene.SETTINGS.waits(Duration.ofSeconds(8), Duration.ofSeconds(20)),
                ToolRules.NONE));
        scene.connect(REVISION);
        scene.call("5", "slow_write");
        call = server.heard.awaitMethod("tools/call");
        scene.stop();
        assertThat(scene.client.awaitAnswer("5").toJson()).contains("quietus:stopped");
        server.heard.awaitMethod("notifications/cancelled");
    }

    private JsonObject recorded(String state) {
        JsonObject operation = scene.awaitOperation(state);
        scene.hangUp();
        scene.awaitEnd();
        assertThat(scene.client.answers("5")).hasSize(1);
        assertThat(scene.notes).noneMatch(note -> note.contains("not open"));
        return scene.result(operation.string("operation_id"));
    }

    @Test
    void aLateSuccessIsRecordedAndNotDelivered() {
        server.answer(call, "{\"content\":[{\"type\":\"text\",\"text\":\"written\"}]}");
        JsonObject result = recorded("succeeded");
        assertThat(result.string("detail")).contains("after the call was stopped");
        assertThat(scene.client.lines()).noneMatch(line -> line.contains("written"));
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
    }

    @Test
    void aLateErrorLeavesTheEffectUnknown() {
        server.say("{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32800,\"message\":\"x\"}}");
        assertThat(recorded("failed").string("effect")).isEqualTo("unknown");
    }

    @Test
    void silenceIsNoResultUntilTheServerHasEnded() {
        JsonObject result = recorded("cancelled_during_execution");
        assertThat(result.string("effect")).isEqualTo("unknown");
        assertThat(result.string("detail")).contains("SIGTERM");
    }
}
