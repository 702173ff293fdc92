package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 50: a cancel from the server is ignored, or hits the request of the other direction that has
 * the same number. Proves both directions, and that the newest revision allows it for subscriptions
 * only.
 */
class Case50ServerSideCancelTest {
    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer("2025-11-25");
    private final String cancel = McpCase.input("50-mcp-server-side-cancel")
            .array("server_to_gateway")
            .object(0)
            .toJson();
    private McpScene scene;

    @BeforeEach
    void connects() {
        scene = installation.closing(McpScene.of(installation.quietus(), "run-50", server));
        scene.connect("2025-11-25");
    }

    @Test
    void itsOwnRequestIsReleasedAtOnce() {
        scene.call("3", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        server.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\","
                + "\"params\":{\"messages\":[],\"maxTokens\":1}}");
        scene.client.awaitMethod("sampling/createMessage");
        server.say(cancel);
        scene.client.awaitMethod("notifications/cancelled");
        assertThat(scene.client.lines()).contains(cancel);
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"late\":true}}");
        server.answer(call, "{\"content\":[]}");
        scene.client.awaitAnswer("3");
        assertThat(server.heard.lines()).noneMatch(line -> line.contains("late"));
    }

    @Test
    void theOtherDirectionIsNotHit() {
        scene.call("3", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        server.say(cancel);
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
        scene.client.awaitMethod("notifications/x");
        assertThat(scene.client.of("notifications/cancelled")).isEmpty();
        server.answer(call, "{\"content\":[]}");
        assertThat(scene.client.awaitAnswer("3").has("result")).isTrue();
        scene.awaitOperation("succeeded");
    }

    @Test
    void aSubscriptionMayBeEndedByTheServer() {
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"subscriptions/listen\",\"params\":"
                + "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}");
        server.heard.awaitMethod("subscriptions/listen");
        server.say(cancel);
        scene.client.awaitMethod("notifications/cancelled");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}");
        RunningQuietus.until(
                "the id is free again", () -> scene.client.answers("3").stream().findFirst());
    }
}
