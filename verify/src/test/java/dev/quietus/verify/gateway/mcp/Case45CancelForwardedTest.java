package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case 45: a client drops its call and the server is never told. Proves that a stop, the client's
 * own cancel, a time limit and a lost client each reach the server as one notice with the id that
 * it knows, behind the request; and that nobody calls the outcome anything but unknown.
 */
class Case45CancelForwardedTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);

    private McpScene calling(McpSettings settings) {
        McpScene scene = installation.closing(
                McpScene.of(installation.quietus(), "run-45", server, settings, ToolRules.NONE));
        scene.connect(REVISION);
        scene.send(McpCase.input("45-mcp-cancel-forwarded")
                .array("client_to_gateway")
                .object(0)
                .toJson());
        server.heard.awaitMethod("tools/call");
        return scene;
    }

    private void toldOnce() {
        JsonObject notice = server.heard.awaitMethod("notifications/cancelled");
        assertThat(McpCase.cancelled(notice)).isEqualTo("7");
        assertThat(notice.object("params").string("reason")).isNotBlank();
        assertThat(server.heard.of("notifications/cancelled")).hasSize(1);
        assertThat(server.heard.messages().indexOf(notice))
                .isGreaterThan(server.heard
                        .messages()
                        .indexOf(server.heard.of("tools/call").getFirst()));
    }

    @Test
    void aStopOfTheRunIsForwarded() {
        McpScene scene = calling(McpScene.SETTINGS);
        scene.stop();
        assertThat(scene.client.awaitAnswer("7").toJson()).contains("quietus:stopped");
        toldOnce();
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
        JsonObject ended = scene.awaitOperation("cancelled_during_execution");
        assertThat(scene.result(ended.string("operation_id")).string("effect"))
                .isEqualTo("unknown");
    }

    @Test
    void aClientsCancelIsForwardedAsItIs() {
        McpScene scene = calling(McpScene.SETTINGS);
        String notice = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{ \"requestId\":7,\"reason\":\"user pressed escape\"}}";
        scene.send(notice);
        toldOnce();
        assertThat(server.heard.lines()).contains(notice);
        scene.call("8", "look");
        server.answer(server.heard.awaitRequest("8"), "{\"content\":[]}");
        scene.client.awaitAnswer("8");
        assertThat(scene.client.answers("7")).isEmpty();
    }

    @Test
    void theGatewaysTimeLimitIsForwardedAndTheOutcomeStaysUnknown() {
        McpScene scene = calling(McpScene.SETTINGS
                .limits(Duration.ofSeconds(20), Optional.of(Duration.ofMillis(200)))
                .waits(Duration.ofSeconds(1), Duration.ofMillis(200)));
        assertThat(scene.client.awaitAnswer("7").toJson())
                .contains("quietus:timed_out")
                .contains("not known");
        toldOnce();
        RunningQuietus.untilTrue(
                "the gateway says that nothing is known",
                () -> scene.notes.stream().anyMatch(note -> note.contains("is not known")));
        scene.quietus.move(Duration.ofMinutes(2));
        scene.awaitOperation("outcome_unknown");
    }

    @Test
    void aLostClientIsForwarded() {
        McpScene scene = calling(McpScene.SETTINGS);
        scene.hangUp();
        toldOnce();
        scene.awaitEnd();
        assertThat(server.isEnded()).isTrue();
        JsonObject ended = scene.awaitOperation("cancelled_during_execution");
        assertThat(scene.result(ended.string("operation_id")).string("error"))
                .contains("client is gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/read", "prompts/get"})
    void otherRequestsThanCallsAreCancelledToo(String method) {
        McpScene scene =
                installation.closing(McpScene.of(installation.quietus(), "run-45", server));
        scene.connect(REVISION);
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":\"r-1\",\"method\":\"" + method
                + "\",\"params\":{\"uri\":\"file:///a\",\"name\":\"a\"}}");
        server.heard.awaitMethod(method);
        scene.stop();
        assertThat(scene.client.awaitAnswer("\"r-1\"").has("error")).isTrue();
        assertThat(McpCase.cancelled(server.heard.awaitMethod("notifications/cancelled")))
                .isEqualTo("\"r-1\"");
    }
}
