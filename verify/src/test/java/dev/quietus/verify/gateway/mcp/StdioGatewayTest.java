package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A client and a server that speak lines, with the gateway between them: what needs no touch passes
 * byte for byte, each call of a tool is an operation, and a stop ends all of it.
 */
class StdioGatewayTest {
    private static final String DONE = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";

    @RegisterExtension
    final Installed installation = new Installed();

    private ScriptedServer server;
    private McpScene scene;

    @BeforeEach
    void connects() {
        server = new ScriptedServer("2025-06-18");
        scene = installation.closing(McpScene.of(installation.quietus(), "run-a", server));
        scene.connect("2025-06-18");
    }

    @Test
    void whatNeedsNoTouchPassesByteForByte() {
        String request = "{ \"id\" : \"a\\u0062\",\"method\":\"x/unknown\", \"jsonrpc\":\"2.0\","
                + "\"future\":[1, 2.50], \"params\":{\"b\":1,  \"a\":\"ä\"}}";
        scene.send(request);
        JsonObject asked = server.heard.awaitMethod("x/unknown");
        assertThat(server.heard.lines()).contains(request);
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedServer.id(asked)
                + ",\"error\":{\"code\":-32601,\"message\":\"no\",\"more\":{}},\"other\":null}";
        server.say(answer);
        scene.client.awaitAnswer("\"ab\"");
        assertThat(scene.client.lines()).contains(answer);
        String notice = "{\"method\":\"notifications/x\",\"jsonrpc\":\"2.0\",\"params\":{\"z\":1}}";
        server.say(notice);
        RunningQuietus.untilTrue(
                "the notice is there", () -> scene.client.lines().contains(notice));
        assertThat(scene.operations()).isEmpty();
    }

    @Test
    void aCallIsAnOperationWithItsResult() {
        scene.call("7", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        JsonObject running = scene.awaitOperation("running");
        assertThat(running.string("tool")).isEqualTo("stub.slow_write");
        assertThat(running.string("kind")).isEqualTo("tool_call");
        assertThat(running.string("operation_id")).startsWith("mcp-stub-");
        assertThat(scene.client.answers("7")).isEmpty();
        server.answer(call, DONE);
        assertThat(scene.client.awaitAnswer("7").object("result").toJson()).isEqualTo(DONE);
        JsonObject done = scene.awaitOperation("succeeded");
        assertThat(done.string("output_digest")).startsWith("sha256:");
        assertThat(done.string("arguments_digest")).startsWith("sha256:");
        assertThat(scene.operations()).hasSize(1);
    }

    @Test
    void aToolThatOnlyReadsHasNoEffect() {
        scene.call("8", "look");
        server.answer(server.heard.awaitMethod("tools/call"), DONE);
        scene.client.awaitAnswer("8");
        assertThat(scene.operations())
                .singleElement()
                .satisfies(done -> assertThat(done.string("effect")).isEqualTo("none_expected"));
    }

    @Test
    void aToolsErrorIsAFailureWithAnUnknownEffect() {
        scene.call("9", "slow_write");
        server.answer(
                server.heard.awaitMethod("tools/call"),
                "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}");
        scene.client.awaitAnswer("9");
        JsonObject failed = scene.awaitOperation("failed");
        assertThat(scene.result(failed.string("operation_id")).string("effect"))
                .isEqualTo("unknown");
    }

    @Test
    void aStopAnswersAtOnceAndEndsTheServer() {
        scene.call("0", "slow_write");
        server.heard.awaitMethod("tools/call");
        scene.stop();
        JsonObject answer = scene.client.awaitAnswer("0").object("result");
        assertThat(answer.bool("isError")).isTrue();
        assertThat(answer.toJson()).contains("quietus:stopped").contains("not known");
        JsonObject notice = server.heard.awaitMethod("notifications/cancelled");
        assertThat(notice.object("params").member("requestId").orElseThrow().toJson())
                .isEqualTo("0");
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
        JsonObject ended = scene.awaitOperation("cancelled_during_execution");
        JsonObject result = scene.result(ended.string("operation_id"));
        assertThat(result.string("effect")).isEqualTo("unknown");
        assertThat(result.string("detail")).contains("SIGTERM");
        scene.call("1", "slow_write");
        assertThat(scene.client.awaitAnswer("1").toJson())
                .contains("quietus:not_started")
                .contains("deny_");
        assertThat(server.heard.of("tools/call")).hasSize(1);
    }
}
