package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The newest revision on one side or both: one operation over several rounds, what the server asks
 * for in a result, and a client that shook hands before a server that knows no handshake.
 */
class RevisionsTest {
    private static final String STATELESS = "2026-07-28";
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
            + "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String WANTS = "{\"resultType\":\"input_required\",\"inputRequests\":"
            + "{\"who\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"who?\"}}},"
            + "\"requestState\":\"opaque\"}";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(STATELESS);

    private McpScene scene() {
        return installation.closing(McpScene.of(installation.quietus(), "run-rev", server));
    }

    @Test
    void severalRoundsAreOneOperation() {
        McpScene scene = scene();
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"slow_write\",\"arguments\":{}," + META + "}}");
        server.answer(server.heard.awaitRequest("1"), WANTS);
        assertThat(scene.client.awaitAnswer("1").object("result").toJson()).isEqualTo(WANTS);
        scene.awaitOperation("running");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"slow_write\",\"arguments\":{},\"requestState\":\"opaque\","
                + "\"inputResponses\":{\"who\":{\"action\":\"accept\"}}," + META + "}}");
        server.answer(
                server.heard.awaitRequest("2"), "{\"resultType\":\"complete\",\"content\":[]}");
        scene.client.awaitAnswer("2");
        scene.awaitOperation("succeeded");
        assertThat(scene.operations()).hasSize(1);
    }

    @Test
    void theNextRoundAfterAStopIsRefused() {
        McpScene scene = scene();
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"slow_write\",\"arguments\":{}," + META + "}}");
        server.answer(server.heard.awaitRequest("1"), WANTS);
        scene.client.awaitAnswer("1");
        scene.stop();
        scene.awaitOperation("cancelled_during_execution");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"slow_write\",\"arguments\":{},\"requestState\":\"opaque\"," + META
                + "}}");
        assertThat(scene.client.awaitAnswer("2").toJson()).contains("quietus:not_started");
        assertThat(server.heard.of("tools/call")).hasSize(1);
    }

    @Test
    void anOlderClientIsAskedWhatANewerServerWants() {
        McpScene scene = scene();
        scene.connect("2025-11-25");
        assertThat(scene.client
                        .answers("\"hello\"")
                        .getFirst()
                        .object("result")
                        .string("protocolVersion"))
                .isEqualTo("2025-11-25");
        scene.call("1", "slow_write");
        JsonObject call = server.heard.awaitRequest("1");
        assertThat(call.toJson()).contains("io.modelcontextprotocol/protocolVersion");
        server.answer(call, WANTS);
        JsonObject question = scene.client.awaitMethod("elicitation/create");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedServer.id(question)
                + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"octo\"}}}");
        JsonObject again = server.heard.await(
                "the next round", each -> each.toJson().contains("inputResponses"));
        assertThat(again.object("params").string("requestState")).isEqualTo("opaque");
        assertThat(again.object("params").object("inputResponses").object("who").toJson())
                .contains("octo");
        server.answer(again, "{\"resultType\":\"complete\",\"content\":[]}");
        scene.client.awaitAnswer("1");
        scene.awaitOperation("succeeded");
        assertThat(scene.operations()).hasSize(1);
    }
}
