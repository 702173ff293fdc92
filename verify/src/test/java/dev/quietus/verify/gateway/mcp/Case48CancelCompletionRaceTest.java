package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 48: cancel and completion meet, and the gateway dies of it. Proves one final answer at most
 * in every order, that the next request works, and that a result that came first stays.
 */
class Case48CancelCompletionRaceTest {
    private static final String REVISION = "2025-06-18";
    private static final String DONE = "{\"content\":[]}";
    private static final String CANCEL = "{\"jsonrpc\":\"2.0\",\"method\":"
            + "\"notifications/cancelled\",\"params\":{\"requestId\":%s}}";

    @RegisterExtension
    final Installed installation = new Installed();

    private final ScriptedServer server = new ScriptedServer(REVISION);
    private McpScene scene;

    @BeforeEach
    void connects() {
        scene = installation.closing(McpScene.of(installation.quietus(), "run-48", server));
        scene.connect(REVISION);
    }

    private void nextRequestWorks() {
        scene.send("{\"jsonrpc\":\"2.0\",\"id\":\"next\",\"method\":\"ping\"}");
        scene.client.awaitAnswer("\"next\"");
    }

    @Test
    void aCancelBehindTheResultChangesNothing() {
        scene.call("1", "slow_write");
        server.answer(server.heard.awaitMethod("tools/call"), DONE);
        scene.client.awaitAnswer("1");
        scene.send(CANCEL.formatted("1"));
        scene.send(CANCEL.formatted("1"));
        nextRequestWorks();
        assertThat(scene.client.answers("1")).hasSize(1);
        assertThat(server.heard.of("notifications/cancelled")).isEmpty();
        JsonObject barrier = scene.stop();
        assertThat(barrier.string("state")).isNotEmpty();
        assertThat(scene.awaitOperation("succeeded").string("tool")).isEqualTo("stub.slow_write");
    }

    @Test
    void twoCancelsAreOneAndStrangeIdsAreNothing() {
        scene.send(CANCEL.formatted("99"));
        scene.send(CANCEL.formatted("2"));
        scene.call("2", "slow_write");
        server.heard.awaitMethod("tools/call");
        scene.send(CANCEL.formatted("2"));
        scene.send(CANCEL.formatted("2"));
        server.heard.awaitMethod("notifications/cancelled");
        nextRequestWorks();
        assertThat(server.heard.of("notifications/cancelled")).hasSize(1);
        assertThat(scene.client.answers("2")).isEmpty();
        scene.call("3", "slow_write");
        server.answer(server.heard.awaitRequest("3"), DONE);
        scene.client.awaitAnswer("3");
    }

    @RepeatedTest(10)
    void resultAndStopInTheSameInstantGiveOneAnswer() throws InterruptedException {
        scene.call("4", "slow_write");
        JsonObject call = server.heard.awaitMethod("tools/call");
        Thread answering = Thread.ofVirtual().start(() -> server.answer(call, DONE));
        scene.stop();
        answering.join();
        JsonObject answer = scene.client.awaitAnswer("4");
        RunningQuietus.untilTrue("the server is ended", server::isEnded);
        scene.hangUp();
        scene.awaitEnd();
        assertThat(scene.client.answers("4")).hasSize(1);
        // Either way the result is recorded: it came.
        JsonObject operation = scene.awaitOperation("succeeded");
        assertThat(operation.string("outcome")).isEqualTo("succeeded");
        assertThat(answer.object("result").toJson())
                .satisfiesAnyOf(
                        text -> assertThat(text).isEqualTo(DONE),
                        text -> assertThat(text).contains("quietus:stopped"));
    }
}
