package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 53: progress and log notices go on after the cancel. Proves that none of it reaches the
 * client, that unknown tokens are no error, and that a call of which something moves still is not
 * given up as silent.
 */
class Case53ProgressAfterCancelTest {
    private static final String REVISION = "2025-06-18";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);

    @Test
    void nothingOfACancelledCallIsPassedOnAndItCountsAsMovement() throws Exception {
        McpScene scene = installation.closing(McpScene.of(
                installation.quietus(),
                "run-53",
                server,
                McpScene.SETTINGS.waits(Duration.ofSeconds(1), Duration.ofMillis(700)),
                ToolRules.NONE));
        scene.connect(REVISION);
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"slow_write\",\"_meta\":{\"progressToken\":\"p-1\"}}}");
        server.heard.awaitMethod("tools/call");
        scene.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":1}}");
        server.heard.awaitMethod("notifications/cancelled");
        JsonObject input = McpCase.input("53-mcp-progress-after-cancel");
        try (ScheduledExecutorService ticking = Executors.newSingleThreadScheduledExecutor()) {
            var ticks = ticking.scheduleAtFixedRate(
                    () -> input.array("server_to_gateway_after_cancel")
                            .objects()
                            .forEach(each -> server.say(each.toJson())),
                    0,
                    100,
                    TimeUnit.MILLISECONDS);
            // Three times as long as the gateway waits for a silent call.
            var _ = ticking.schedule(() -> ticks.cancel(false), 2_100, TimeUnit.MILLISECONDS);
            RunningQuietus.untilTrue("the ticks are over", ticks::isDone);
            assertThat(scene.notes).noneMatch(note -> note.contains("is not known"));
        }
        RunningQuietus.untilTrue(
                "the silent call is given up",
                () -> scene.notes.stream().anyMatch(note -> note.contains("is not known")));
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        scene.client.awaitAnswer("2");
        assertThat(scene.client.of("notifications/progress")).isEmpty();
        assertThat(scene.client.of("notifications/message")).isEmpty();
        assertThat(scene.client.messages()).noneMatch(each -> each.has("error"));
    }

    @Test
    void aReceiptIsNotQuietWhileProgressGoesOn() {
        McpScene scene =
                installation.closing(McpScene.of(installation.quietus(), "run-53", server));
        scene.connect(REVISION);
        scene.call("1", "slow_write");
        server.heard.awaitMethod("tools/call");
        JsonObject barrier = scene.stop();
        server.heard.awaitMethod("notifications/cancelled");
        assertThat(scene.quietus
                        .operator()
                        .quietus()
                        .barrier(barrier.string("barrier_id"))
                        .string("state"))
                .isNotIn("quiet", "certified");
        scene.awaitOperation("cancelled_during_execution");
    }
}
