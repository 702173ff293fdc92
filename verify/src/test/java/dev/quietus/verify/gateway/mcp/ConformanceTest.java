package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.gateway.mcp.HttpFront;
import dev.quietus.gateway.mcp.HttpWay;
import dev.quietus.gateway.mcp.McpGateway;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.gateway.mcp.link.StdioServerLink;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.verify.server.RunningQuietus;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite of the MCP project against one server, directly and through the gateway:
 * every check of every scenario comes to the same.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ConformanceTest {
    @RegisterExtension
    final Installed installation = new Installed();

    @TempDir
    Path folder = Path.of("");

    private Process server;
    private String direct;
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @BeforeEach
    void startsTheServer() throws IOException {
        Suite.requireHere();
        server = new ProcessBuilder(Suite.node(), Suite.server().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = server.inputReader();
        direct = "http://127.0.0.1:" + lines.readLine() + "/mcp";
    }

    @AfterEach
    void endsTheServer() {
        if (server != null) {
            server.destroyForcibly();
        }
    }

    private String through(McpGateway.Way way) throws IOException {
        RunAuthority run = installation.quietus().run("run-conformance");
        GatewayRun joined = installation.closing(GatewayRun.join(
                installation.quietus().agent(run).quietus(), "run-conformance", "mcp"));
        McpGateway gateway = installation.closing(
                new McpGateway(joined, McpSettings.of("suite"), ToolRules.NONE, way, notes::add));
        HttpFront front = installation.closing(HttpFront.open(
                gateway, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        return front.url().toString();
    }

    private Map<String, List<String>> directly() throws IOException {
        Map<String, List<String>> results = Suite.run(direct, folder.resolve("direct"));
        assertThat(results).hasSizeGreaterThanOrEqualTo(32);
        assertThat(results.values())
                .allSatisfy(
                        checks -> assertThat(checks).noneMatch(each -> each.endsWith("FAILURE")));
        return results;
    }

    @Test
    void theGatewayBeforeAServerOverHttpChangesNothing() throws IOException {
        String url = through(new HttpWay(URI.create(direct), Map.of(), 1 << 20));
        assertThat(Suite.run(url, folder.resolve("through"))).isEqualTo(directly());
        RunningQuietus.untilTrue(
                "every call is recorded",
                () -> installation
                        .quietus()
                        .operator()
                        .all("operations", "runs", "run-conformance", "operations")
                        .stream()
                        .noneMatch(each -> each.string("state").equals("running")));
        assertThat(installation
                        .quietus()
                        .operator()
                        .all("operations", "runs", "run-conformance", "operations"))
                .extracting(each -> each.string("tool") + " " + each.string("state"))
                .contains(
                        "suite.test_simple_text succeeded",
                        "suite.test_error_handling failed",
                        "suite.test_sampling succeeded",
                        "suite.test_reconnection succeeded");
    }

    @Test
    void theGatewayBeforeAServerOverLinesChangesNothingButItsStreams() throws IOException {
        String url = through(listener -> new StdioServerLink(
                new NodeProcess(
                        new ProcessBuilder(Suite.node(), Suite.server().toString(), "--stdio")),
                1 << 20,
                listener));
        Map<String, List<String>> through = Suite.run(url, folder.resolve("through"));
        Map<String, List<String>> expected = directly();
        // How a server cuts its own HTTP streams can't be seen where it has none.
        List.of("server-sse-polling", "server-sse-multiple-streams").forEach(each -> {
            through.remove(each);
            expected.remove(each);
        });
        assertThat(through).isEqualTo(expected);
    }
}
