package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.ToolRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One tool shows what another one did, and the receipt goes by it. */
class ObserverTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);
    private McpScene scene;

    @BeforeEach
    void connects() {
        ToolRules rules = ToolRules.read(("{\"tools\":{\"slow_write\":{\"observe\":{\"tool\":"
                        + "\"look\",\"arguments\":{\"path\":\"{arguments/path}\"},"
                        + "\"present\":\"/structuredContent/exists\"}}}}")
                .getBytes(StandardCharsets.UTF_8));
        scene = installation.closing(McpScene.of(
                installation.quietus(),
                "run-observed",
                server,
                McpScene.SETTINGS.waits(Duration.ofSeconds(8), Duration.ofSeconds(20)),
                rules));
        scene.connect(REVISION);
    }

    private void look(boolean exists) {
        JsonObject look =
                server.heard.await("the look", each -> each.toJson().contains("\"look\""));
        assertThat(look.object("params").object("arguments").string("path")).isEqualTo("out.txt");
        server.answer(look, "{\"content\":[],\"structuredContent\":{\"exists\":" + exists + "}}");
    }

    private JsonObject effectsAfterAStop(boolean exists) {
        scene.call("1", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        JsonObject barrier = scene.stop();
        scene.client.awaitAnswer("1");
        server.say("{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedServer.id(call)
                + ",\"error\":{\"code\":-32800,\"message\":\"cancelled\"}}");
        look(exists);
        scene.awaitOperation("failed");
        return effects(barrier);
    }

    private JsonObject effects(JsonObject barrier) {
        installation.quietus().passQuiet(barrier.string("barrier_id"));
        return installation.quietus().receipt("run-observed").object("effects");
    }

    @Test
    void aCallThatWasCalledOffTooLateIsSeenToHaveHappened() {
        assertThat(effectsAfterAStop(true).integer("completed_and_verified")).isOne();
        assertThat(scene.operations()).hasSize(1);
    }

    @Test
    void aCallThatWasCalledOffInTimeIsSeenToHaveDoneNothing() {
        assertThat(effectsAfterAStop(false).integer("cancelled_without_effect")).isOne();
    }

    @Test
    void aCallThatSucceededIsLookedAtBeforeItsAnswerIsHandedOn() {
        scene.call("1", "slow_write");
        server.answer(server.heard.awaitMethod("tools/call"), "{\"content\":[]}");
        look(true);
        scene.client.awaitAnswer("1");
        JsonObject done = scene.awaitOperation("succeeded");
        assertThat(scene.result(done.string("operation_id")).string("effect")).isEqualTo("present");
        JsonObject effects = effects(scene.stop());
        assertThat(effects.integer("unknown")).isZero();
        // It may have been settled before the stop, which then does not count it.
        assertThat(scene.operations())
                .extracting(each -> each.string("effect"))
                .containsExactly("verified_present");
    }
}
