package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.client.RunAuthority;
import dev.quietus.gateway.mcp.HttpFront;
import dev.quietus.gateway.mcp.HttpWay;
import dev.quietus.gateway.mcp.McpGateway;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case 54: what a closed stream means differs by revision. Proves that up to 2025-11-25 it is
 * nothing and a notice is needed, that from 2026-07-28 on it is the cancel and no notice is sent,
 * and that two sides that differ are translated: never both, never none.
 */
class Case54CloseByRevisionTest {
    private static final String RUN = "run-54";
    private static final String STATELESS = "2026-07-28";

    @RegisterExtension
    final Installed installation = new Installed();

    private final List<String> notes = new CopyOnWriteArrayList<>();

    private URI front(McpGateway.Way way) throws IOException {
        RunAuthority run = installation.quietus().run(RUN);
        GatewayRun joined = installation.closing(
                GatewayRun.join(installation.quietus().agent(run).quietus(), RUN, "mcp"));
        McpGateway gateway = installation.closing(
                new McpGateway(joined, McpScene.SETTINGS, ToolRules.NONE, way, notes::add));
        return installation
                .closing(HttpFront.open(
                        gateway, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .url();
    }

    private static McpGateway.Way to(HttpStub stub) {
        return new HttpWay(stub.url(), Map.of(), 1 << 20);
    }

    private HttpStub stub(String revision) throws IOException {
        return installation.closing(new HttpStub(revision));
    }

    private HttpClientSide client(URI url, String revision) {
        return installation.closing(new HttpClientSide(url, revision));
    }

    private static HttpStub.Stream awaitStream(HttpStub stub) {
        return RunningQuietus.until(
                "the call is there", () -> stub.streams.stream().findFirst());
    }

    /** Longer than a closed stream needs to be noticed. */
    private static void staysOpen(HttpStub.Stream stream, HttpStub stub) {
        await("nothing happens")
                .pollDelay(Duration.ofMillis(1_500))
                .atMost(RunningQuietus.PATIENCE)
                .until(() -> true);
        assertThat(stream.isClosed()).isFalse();
        assertThat(stub.heard.of("notifications/cancelled")).isEmpty();
    }

    private static void closedWithoutANotice(HttpStub.Stream stream, HttpStub stub) {
        RunningQuietus.untilTrue("the server's stream is closed", stream::isClosed);
        assertThat(stub.heard.of("notifications/cancelled")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void untilThenAClosedStreamIsNothingAndANoticeIsTheCancel(String revision) throws Exception {
        HttpStub stub = stub(revision);
        HttpClientSide client = client(front(to(stub)), revision);
        client.connect();
        assertThat(client.session()).contains("s-1");
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        answer.body().close();
        staysOpen(stream, stub);
        client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":31}}");
        assertThat(McpCase.cancelled(stub.heard.awaitMethod("notifications/cancelled")))
                .isEqualTo("31");
        assertThat(stub.heard.of("notifications/cancelled")).hasSize(1);
        assertThat(stream.isClosed()).isFalse();
    }

    @Test
    void fromThenOnAClosedStreamIsTheCancel() throws Exception {
        HttpStub stub = stub(STATELESS);
        HttpClientSide client = client(front(to(stub)), STATELESS);
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        answer.body().close();
        closedWithoutANotice(stream, stub);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", STATELESS})
    void aStopUsesTheServersWay(String revision) throws Exception {
        HttpStub stub = stub(revision);
        HttpClientSide client = client(front(to(stub)), revision);
        if (!revision.equals(STATELESS)) {
            client.connect();
        }
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        installation.quietus().stop(RUN);
        assertThat(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8))
                .contains("quietus:stopped");
        if (revision.equals(STATELESS)) {
            closedWithoutANotice(stream, stub);
        } else {
            assertThat(McpCase.cancelled(stub.heard.awaitMethod("notifications/cancelled")))
                    .isEqualTo("31");
        }
    }

    @Test
    void aClosedStreamBecomesANoticeBeforeAServerThatReadsLines() throws Exception {
        ScriptedServer server = new ScriptedServer(STATELESS);
        HttpClientSide client = client(front(McpScene.way(server, McpScene.SETTINGS)), STATELESS);
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        var call = server.heard.awaitMethod("tools/call");
        answer.body().close();
        assertThat(McpCase.cancelled(server.heard.awaitMethod("notifications/cancelled")))
                .isEqualTo(ScriptedServer.id(call));
        assertThat(server.heard.of("notifications/cancelled")).hasSize(1);
    }

    @Test
    void aNoticeBecomesAClosedStreamBeforeAServerOverHttp() throws Exception {
        HttpStub stub = stub(STATELESS);
        McpScene scene = installation.closing(new McpScene(
                installation.quietus(), RUN, McpScene.SETTINGS, ToolRules.NONE, to(stub)));
        scene.send(new HttpClientSide(stub.url(), STATELESS).call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        scene.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":31}}");
        closedWithoutANotice(stream, stub);
    }

    @Test
    void aClosedStreamBecomesANoticeBeforeAnOlderServer() throws Exception {
        HttpStub stub = stub("2025-06-18");
        HttpClientSide client = client(front(to(stub)), STATELESS);
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        assertThat(stub.heard.of("initialize")).hasSize(1);
        assertThat(stream.call.toJson()).doesNotContain("io.modelcontextprotocol");
        answer.body().close();
        assertThat(McpCase.cancelled(stub.heard.awaitMethod("notifications/cancelled")))
                .isEqualTo(ScriptedServer.id(stream.call));
        assertThat(stub.heard.of("notifications/cancelled")).hasSize(1);
    }

    @Test
    void aNoticeBecomesAClosedStreamBeforeANewerServer() throws Exception {
        HttpStub stub = stub(STATELESS);
        HttpClientSide client = client(front(to(stub)), "2025-11-25");
        client.connect();
        HttpResponse<InputStream> answer = client.post(client.call("31", "slow_write"));
        HttpStub.Stream stream = awaitStream(stub);
        assertThat(stream.call.toJson())
                .contains("\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"");
        answer.body().close();
        staysOpen(stream, stub);
        client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":31}}");
        closedWithoutANotice(stream, stub);
    }

    @Test
    void aResultOverHttpIsRecordedAndDelivered() throws Exception {
        HttpStub stub = stub("2025-11-25");
        McpScene scene = installation.closing(new McpScene(
                installation.quietus(), RUN, McpScene.SETTINGS, ToolRules.NONE, to(stub)));
        scene.connect("2025-11-25");
        scene.call("1", "slow_write");
        HttpStub.Stream stream = awaitStream(stub);
        stream.say("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"data\":1}}\n\n");
        scene.client.awaitMethod("notifications/message");
        stream.answer("{\"content\":[]}");
        scene.client.awaitAnswer("1");
        scene.awaitOperation("succeeded");
    }

    @Test
    void halfAnEventIsNoAnswerAndTheOutcomeIsNotKnown() throws Exception {
        HttpStub stub = stub("2025-06-18");
        McpScene scene = installation.closing(new McpScene(
                installation.quietus(), RUN, McpScene.SETTINGS, ToolRules.NONE, to(stub)));
        scene.connect("2025-06-18");
        scene.call("1", "slow_write");
        HttpStub.Stream stream = awaitStream(stub);
        stream.say("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n");
        stream.end();
        assertThat(scene.client.awaitAnswer("1").toJson())
                .contains("quietus:server_gone")
                .contains("not known");
        RunningQuietus.untilTrue(
                "it says so",
                () -> scene.notes.stream().anyMatch(note -> note.contains("is not known")));
    }
}
