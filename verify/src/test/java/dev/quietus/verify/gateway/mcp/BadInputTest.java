package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.verify.server.RunningQuietus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What no side should send: each gets one clear error to the side that sent it, the conversation
 * goes on, and the record loses nothing.
 */
class BadInputTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);

    private McpScene connected(McpSettings settings, ToolRules rules) {
        McpScene scene = installation.closing(
                McpScene.of(installation.quietus(), "run-bad", server, settings, rules));
        scene.connect(REVISION);
        return scene;
    }

    private McpScene connected() {
        return connected(McpScene.SETTINGS, ToolRules.NONE);
    }

    private static void pings(McpScene scene) {
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":\"ping\",\"method\":\"ping\"}");
        scene.client.awaitAnswer("\"ping\"");
    }

    @Test
    void theClientsBrokenMessagesAreAnsweredAndGoNoFurther() {
        McpScene scene = connected();
        int heard = server.heard.lines().size();
        scene.send("this is no JSON");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":7}");
        scene.send("[{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}]");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}");
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"look\",\"name\":\"slow_write\"}}");
        assertThat(scene.client.awaitAnswer("5").object("error").integer("code"))
                .isEqualTo(-32600);
        assertThat(scene.client.awaitAnswer("8").object("error").integer("code"))
                .isEqualTo(-32602);
        RunningQuietus.untilTrue(
                "two without an id", () -> scene.client.answers("null").size() == 2);
        assertThat(scene.client.answers("null"))
                .extracting(each -> each.object("error").integer("code"))
                .containsExactly(-32700L, -32600L);
        assertThat(server.heard.lines()).hasSize(heard);
        assertThat(scene.operations()).isEmpty();
        pings(scene);
    }

    @Test
    void batchesPassWhereTheyExist() {
        ScriptedServer older = new ScriptedServer("2025-03-26");
        McpScene scene =
                installation.closing(McpScene.of(installation.quietus(), "run-batch", older));
        scene.connect("2025-03-26");
        scene.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},{\"nothing\":1},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]");
        String answer = RunningQuietus.until(
                "the batch",
                () -> scene.client.lines().stream()
                        .filter(line -> line.startsWith("["))
                        .findFirst());
        assertThat(answer).contains("\"id\":1", "\"id\":2", "-32600");
        assertThat(older.heard.of("notifications/x")).hasSize(1);
    }

    @Test
    void anIdInUseIsRefused() {
        McpScene scene = connected();
        scene.call("1", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        scene.call("1", "slow_write");
        assertThat(scene.client.awaitAnswer("1").object("error").string("message"))
                .contains("not answered yet");
        server.answer(call, "{\"content\":[]}");
        RunningQuietus.untilTrue(
                "the first is answered", () -> scene.client.answers("1").size() == 2);
        assertThat(server.heard.of("tools/call")).hasSize(1);
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedAndTheNextOnePasses() {
        McpScene scene = connected(McpScene.SETTINGS.longestMessage(10_000), ToolRules.NONE);
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{\"a\":\""
                + "x".repeat(20_000) + "\"}}");
        assertThat(scene.client.awaitAnswer("null").object("error").string("message"))
                .contains("more than 10000 bytes");
        pings(scene);
    }

    @Test
    void aServerThatSendsTooMuchIsEndedAndItsCallsAreAnswered() {
        McpScene scene = connected(McpScene.SETTINGS.longestMessage(10_000), ToolRules.NONE);
        scene.call("1", "slow_write");
        server.answer(
                server.heard.awaitMethod("tools/call"),
                "{\"content\":[\"" + "x".repeat(20_000) + "\"]}");
        assertThat(scene.client.awaitAnswer("1").toJson()).contains("quietus:server_gone");
        JsonObject failed = scene.awaitOperation("failed");
        assertThat(scene.result(failed.string("operation_id")).string("effect"))
                .isEqualTo("unknown");
    }

    @Test
    void aServerThatDiesIsAFailureWithAnUnknownEffect() {
        McpScene scene = connected();
        scene.call("1", "slow_write");
        scene.call("2", "look");
        server.heard.awaitRequest("1");
        server.heard.awaitRequest("2");
        server.die();
        assertThat(scene.client.awaitAnswer("1").toJson()).contains("not known");
        assertThat(scene.client.awaitAnswer("2").toJson()).contains("only reads");
        JsonObject failed = RunningQuietus.until(
                "the call failed",
                () -> scene.operations().stream()
                        .filter(each -> each.string("tool").equals("stub.slow_write"))
                        .filter(each -> each.string("state").equals("failed"))
                        .findFirst());
        assertThat(scene.result(failed.string("operation_id")).string("effect"))
                .isEqualTo("unknown");
        scene.call("3", "slow_write");
        assertThat(scene.client.awaitAnswer("3").toJson()).contains("quietus:");
    }

    @Test
    void theServersJunkIsNotPassedOn() {
        McpScene scene = connected();
        server.say("Server listening …");
        server.say("{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{\"secret\":1}}");
        server.say("{\"half\":");
        pings(scene);
        assertThat(scene.client.lines())
                .noneMatch(line -> line.contains("secret") || line.contains("listening"));
        assertThat(scene.notes).hasSizeBetween(3, 4).noneMatch(note -> note.contains("secret"));
    }

    @Test
    void moreRequestsThanAllowedAreRefused() {
        McpScene scene = connected(McpScene.SETTINGS.most(2, 1), ToolRules.NONE);
        for (String id : List.of("1", "2", "3")) {
            scene.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"x/slow\"}");
        }
        assertThat(scene.client.awaitAnswer("3").object("error").string("message"))
                .contains("more than 2 requests wait");
    }
}
