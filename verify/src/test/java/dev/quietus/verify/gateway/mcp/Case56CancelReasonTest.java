package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 56: the reason of a stop leaks to a third party's server, and the stop is logged as a time
 * limit. Proves that the server hears nothing of it, and that the record calls it what it was.
 */
class Case56CancelReasonTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);

    @Test
    void theServerHearsNoReasonAndTheRecordKnowsIt() {
        McpScene scene =
                installation.closing(McpScene.of(installation.quietus(), "run-56", server));
        scene.connect(REVISION);
        scene.call("1", "slow_write");
        server.heard.awaitMethod("tools/call");
        String reason = McpCase.input("56-mcp-cancel-reason").object("stop").string("reason");
        scene.quietus.operator().quietus().stop("run-56", StopRequest.because(reason));
        JsonObject notice = server.heard.awaitMethod("notifications/cancelled");
        assertThat(notice.object("params").string("reason"))
                .isEqualTo("The request is no longer needed.");
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
        for (String secret : new String[] {"ACME", "1234", "jane", "leaked", "operator"}) {
            assertThat(server.heard.lines()).noneMatch(line -> line.contains(secret));
        }
        JsonObject ended = scene.awaitOperation("cancelled_during_execution");
        assertThat(scene.result(ended.string("operation_id")).string("error"))
                .startsWith("stopped by the operator")
                .contains("ACME");
    }
}
