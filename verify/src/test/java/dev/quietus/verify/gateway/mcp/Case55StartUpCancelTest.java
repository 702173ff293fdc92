package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.server.RunningQuietus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 55: a cancel during start-up is remembered for ever. Proves that a run that was stopped
 * while its server started says so to whoever asks, and that the next run starts the server again
 * and has the tool.
 */
class Case55StartUpCancelTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer slow = new ScriptedServer(REVISION).withoutHandshake();

    @Test
    void theNextRunHasTheToolAgain() {
        McpScene first =
                installation.closing(McpScene.of(installation.quietus(), "run-55-a", slow));
        first.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
        slow.heard.awaitMethod("initialize");
        first.stop();
        assertThat(first.client.awaitAnswer("1").toJson()).contains("stopped");
        RunningQuietus.untilTrue("the server is ended", slow::isEnded);
        first.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
        assertThat(first.client.awaitAnswer("2").has("error")).isTrue();

        slow.answersHandshake();
        McpScene second =
                installation.closing(McpScene.of(installation.quietus(), "run-55-b", slow));
        second.connect(REVISION);
        second.call("3", "look");
        slow.answer(slow.heard.awaitMethod("tools/call"), "{\"content\":[]}");
        second.client.awaitAnswer("3");
        assertThat(slow.starts).hasValue(2);
        second.awaitOperation("succeeded");
    }
}
