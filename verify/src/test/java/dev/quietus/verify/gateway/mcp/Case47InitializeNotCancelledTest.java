package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 47: the handshake is cancelled by a notice. Proves that a server that never answers
 * {@code initialize} is ended instead, by a stop as by the time limit, and that a client's own
 * cancel of its handshake is nothing.
 */
class Case47InitializeNotCancelledTest {
    private static final String HELLO = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
            + "\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer("2025-06-18").withoutHandshake();

    private McpScene greeting(McpSettings settings) {
        McpScene scene = installation.closing(
                McpScene.of(installation.quietus(), "run-47", server, settings, ToolRules.NONE));
        scene.send(HELLO);
        server.heard.awaitMethod("initialize");
        scene.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":1}}");
        return scene;
    }

    private void endedWithoutANotice(McpScene scene) {
        assertThat(scene.client.awaitAnswer("1").has("error")).isTrue();
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
        assertThat(server.heard.of("notifications/cancelled")).isEmpty();
        assertThat(scene.client.answers("1")).hasSize(1);
    }

    @Test
    void theTimeLimitEndsTheServer() {
        endedWithoutANotice(
                greeting(McpScene.SETTINGS.limits(Duration.ofMillis(300), Optional.empty())));
    }

    @Test
    void aStopEndsTheServer() {
        McpScene scene = greeting(McpScene.SETTINGS);
        scene.stop();
        endedWithoutANotice(scene);
    }
}
