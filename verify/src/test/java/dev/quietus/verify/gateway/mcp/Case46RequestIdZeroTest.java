package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 46: a cancel for the request with the id 0 is dropped. Proves that 0, "0" and "" are ids
 * like any other, and that an id of another type, null or none cancels nothing and is no error.
 */
class Case46RequestIdZeroTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);

    private void send(McpScene scene, JsonObject input, String member) {
        for (JsonObject message : input.array(member).objects()) {
            scene.send(message.toJson());
            message.member("id").map(JsonValue::toJson).ifPresent(server.heard::awaitRequest);
        }
    }

    @Test
    void eachIdIsCancelledExactly() {
        McpScene scene =
                installation.closing(McpScene.of(installation.quietus(), "run-46", server));
        scene.connect(REVISION);
        JsonObject input = McpCase.input("46-mcp-request-id-zero");
        send(scene, input, "client_to_gateway");
        send(scene, input, "again_with");
        send(scene, input, "must_not_match");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":\"after\",\"method\":\"ping\"}");
        scene.client.awaitAnswer("\"after\"");
        assertThat(server.heard.of("notifications/cancelled"))
                .extracting(McpCase::cancelled)
                .isEqualTo(List.of("0", "\"0\"", "\"\""));
        server.answer(server.heard.awaitRequest("5"), "{\"content\":[]}");
        scene.client.awaitAnswer("5");
        assertThat(scene.client.messages()).noneMatch(each -> each.has("error"));
        assertThat(scene.client.answers("0")).isEmpty();
    }
}
