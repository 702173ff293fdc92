package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Rung;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code quietus mcp} in a process of its own, before a server that won't go: whatever ends it, a
 * stop, its client, a signal or a kill, nothing of the server survives.
 */
@EnabledOnOs(OS.LINUX)
class McpCommandTest {
    private static final String RUN = "run-cmd";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"%s\",\"arguments\":{}}}";

    @TempDir
    Path folder = Path.of("");

    private ServerProcess server;
    private McpProcess mcp;

    @BeforeEach
    void connects() throws IOException {
        server = ServerProcess.start(folder.resolve("server"), Optional.empty());
        Path xdg = server.stateHome(folder.resolve("xdg"));
        RunAuthority run = server.run(RUN);
        Path script = folder.resolve("server.py");
        try (InputStream in = getClass().getResourceAsStream("stubborn_server.py")) {
            Files.copy(java.util.Objects.requireNonNull(in), script);
        }
        mcp = McpProcess.start(
                server,
                folder,
                xdg,
                RunningQuietus.leaseToken(run),
                List.of(
                        "--run",
                        RUN,
                        "--name",
                        "stub",
                        "--grace",
                        "500ms",
                        "--",
                        "python3",
                        script.toString(),
                        folder.toString()));
        mcp.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"2025-06-18\"}}");
        mcp.client.awaitAnswer("1");
    }

    @AfterEach
    void ends() {
        mcp.close();
        server.close();
    }

    private void aCallIsInFlight() {
        mcp.send(CALL.formatted(2, "slow"));
        RunningQuietus.untilTrue("the call is heard", () -> heard().contains("slow"));
    }

    private String heard() throws IOException {
        Path file = folder.resolve("heard");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private void nothingSurvives() throws IOException {
        List<Long> pids = Files.readString(folder.resolve("pids"))
                .lines()
                .map(Long::valueOf)
                .toList();
        assertThat(pids).hasSize(2);
        RunningQuietus.untilTrue(
                "server and child are gone", () -> pids.stream().noneMatch(McpCommandTest::lives));
    }

    private static boolean lives(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    private JsonObject operation(String tool) {
        return server.operator().all("operations", "runs", RUN, "operations").stream()
                .filter(each -> each.string("tool").equals(tool))
                .findFirst()
                .orElseThrow();
    }

    private void awaitState(String tool, String state) {
        RunningQuietus.untilTrue(
                tool + " is " + state, () -> operation(tool).string("state").equals(state));
    }

    @Test
    void aCallPassesAndAClientThatLeavesEndsTheServer() throws Exception {
        mcp.send(CALL.formatted(2, "quick"));
        assertThat(mcp.client.awaitAnswer("2").toJson()).contains("quick");
        assertThat(operation("stub.server").string("state")).isEqualTo("running");
        assertThat(Files.readString(folder.resolve("environment")).lines())
                .contains("QUIETUS_RUN")
                .doesNotContain("QUIETUS_TOKEN");
        mcp.hangUp();
        assertThat(mcp.exit()).isZero();
        nothingSurvives();
        assertThat(heard()).contains("(end of input)");
        assertThat(operation("stub.quick").string("state")).isEqualTo("succeeded");
        awaitState("stub.server", "cancelled_during_execution");
        assertThat(mcp.err()).contains("printed a line that is no message");
        assertThat(mcp.client.lines()).allMatch(line -> line.startsWith("{"));
    }

    @Test
    void aStopEndsTheServerAndAnswersWithRefusalsUntilTheClientLeaves() throws Exception {
        aCallIsInFlight();
        JsonObject barrier = server.stop(RUN);
        assertThat(mcp.client.awaitAnswer("2").toJson()).contains("quietus:stopped");
        nothingSurvives();
        assertThat(heard()).contains("notifications/cancelled");
        awaitState("stub.slow", "cancelled_during_execution");
        awaitState("stub.server", "cancelled_during_execution");
        mcp.send(CALL.formatted(3, "quick"));
        assertThat(mcp.client.awaitAnswer("3").toJson()).contains("quietus:not_started");
        mcp.hangUp();
        assertThat(mcp.exit()).isEqualTo(75);
        assertThat(barrier.string("barrier_id")).isNotEmpty();
    }

    @Test
    void aSignalEndsTheServer() throws Exception {
        aCallIsInFlight();
        mcp.terminate();
        mcp.exit();
        nothingSurvives();
        awaitState("stub.slow", "cancelled_during_execution");
    }

    @Test
    void aKilledGatewayLeavesItsServerToTheKeeper() throws Exception {
        assumeTrue(
                Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP,
                "who was left can't be shown here");
        aCallIsInFlight();
        mcp.kill();
        nothingSurvives();
        awaitState("stub.server", "failed");
    }

    @Test
    void aStopOfTheServersToolEndsItWhileTheRunGoesOn() throws Exception {
        aCallIsInFlight();
        server.operator()
                .quietus()
                .stop(RUN, StopRequest.because("too old").ofTools("stub.server"));
        nothingSurvives();
        assertThat(mcp.client.awaitAnswer("2").toJson()).contains("quietus:server_gone");
        awaitState("stub.slow", "failed");
    }
}
