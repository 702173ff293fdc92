package dev.quietus.verify.gateway.mcp;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.mcp.McpGateway;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.gateway.mcp.link.BytePipe;
import dev.quietus.gateway.mcp.link.StdioServerLink;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A client that speaks lines, the gateway, and a server or the way to one; behind the gateway a
 * real Quietus server with a run.
 */
final class McpScene implements AutoCloseable {
    /** Waits that a test can afford. */
    static final McpSettings SETTINGS = McpSettings.of("stub")
            .waits(Duration.ofSeconds(1), Duration.ofSeconds(20))
            .limits(Duration.ofSeconds(20), Optional.empty());

    static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"%s\",\"arguments\":{\"path\":\"out.txt\",\"text\":\"x\"}}}";

    final TestingQuietus quietus;
    final RunAuthority run;
    final Heard client = new Heard();
    final List<String> notes = new CopyOnWriteArrayList<>();
    final McpGateway gateway;
    private final GatewayRun joined;
    private final BytePipe toGateway = new BytePipe();
    private final BytePipe toClient = new BytePipe();
    private final Thread serving;

    McpScene(
            TestingQuietus quietus,
            String runId,
            McpSettings settings,
            ToolRules rules,
            McpGateway.Way way) {
        this.quietus = quietus;
        this.run = quietus.run(runId);
        this.joined = GatewayRun.join(quietus.agent(run).quietus(), runId, "mcp");
        this.gateway = new McpGateway(joined, settings, rules, way, notes::add);
        this.serving = Thread.ofVirtual()
                .start(() -> gateway.serve(toGateway.reader(), toClient.writer()));
        Thread.ofVirtual().start(this::hear);
    }

    /** The usual scene: lines on both sides. */
    static McpScene of(TestingQuietus quietus, String runId, ScriptedServer server) {
        return of(quietus, runId, server, SETTINGS, ToolRules.NONE);
    }

    static McpScene of(
            TestingQuietus quietus,
            String runId,
            ScriptedServer server,
            McpSettings settings,
            ToolRules rules) {
        return new McpScene(quietus, runId, settings, rules, way(server, settings));
    }

    static McpGateway.Way way(ScriptedServer server, McpSettings settings) {
        return listener -> new StdioServerLink(server.start(), settings.longestMessage(), listener);
    }

    private void hear() {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(toClient.reader(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                client.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says a line to the gateway. */
    void send(String line) {
        try {
            OutputStream out = toGateway.writer();
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shakes hands in this revision and has the tools listed. */
    void connect(String revision) {
        send("{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
        client.awaitAnswer("\"hello\"");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        send("{\"jsonrpc\":\"2.0\",\"id\":\"tools\",\"method\":\"tools/list\"}");
        client.awaitAnswer("\"tools\"");
    }

    /** Calls a tool under an id spelled as JSON. */
    void call(String id, String tool) {
        send(CALL.formatted(id, tool));
    }

    /** The client goes away. */
    void hangUp() {
        try {
            toGateway.writer().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the gateway has come to its end. */
    void awaitEnd() {
        RunningQuietus.untilTrue("the gateway has ended", () -> !serving.isAlive());
    }

    /** The operations of the run, oldest first. */
    List<JsonObject> operations() {
        return quietus.operator()
                .quietus()
                .operations(run.runId())
                .array("operations")
                .objects();
    }

    /** The only operation, once it is in a state. */
    JsonObject awaitOperation(String state) {
        return RunningQuietus.until(
                "the operation is " + state,
                () -> operations().stream()
                        .filter(each -> each.string("state").equals(state))
                        .findFirst());
    }

    /** What was recorded of an operation's result. */
    JsonObject result(String operation) {
        return RunningQuietus.until(
                "a result of " + operation,
                () -> quietus.events(run.runId()).stream()
                        .filter(each -> each.string("type").equals("operation_finished")
                                || each.string("type").equals("late_result"))
                        .filter(each -> each.string("operation_id").equals(operation))
                        .map(each -> each.object("data"))
                        .reduce((first, last) -> last));
    }

    /** Presses stop. */
    JsonObject stop() {
        return quietus.stop(run.runId());
    }

    @Override
    public void close() {
        hangUp();
        gateway.close();
        awaitEnd();
        joined.close();
    }
}
