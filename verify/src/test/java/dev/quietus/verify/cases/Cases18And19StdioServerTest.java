package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cases 18 and 19: a server that is spoken to over standard input outlives its client, because only
 * its launcher is ended, or because it ignores the end of its input and SIGTERM. Proves that its
 * input is closed, that launcher and server are gone in bounded time, also when the launcher or
 * {@code quietus exec} was killed, and that nothing keeps {@code quietus exec} from ending.
 */
@EnabledOnOs(OS.LINUX)
class Cases18And19StdioServerTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n";

    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    /** Starts a server that answers. */
    private static ExecProcess connected(LocalRun run, String program, String script)
            throws IOException {
        ExecProcess exec = run.start(
                ExecProcess::startTalking, List.of("--grace", "2s"), program, scene.script(script));
        exec.input().write(INITIALIZE.getBytes(StandardCharsets.US_ASCII));
        exec.input().flush();
        RunningQuietus.untilTrue("it answers", () -> exec.out().contains("\"serverInfo\""));
        return exec;
    }

    @Test
    void case18EndsTheLauncherAndTheServerBehindIt() throws Exception {
        LocalRun run = scene.run("case-18");
        ExecProcess exec = connected(run, "sh", "18-wrapper-started-server.sh");
        run.awaitPids(2);
        exec.input().close();
        run.stop();
        assertThat(exec.exit()).isEqualTo(75);
        run.goneAndStill(2);
    }

    @Test
    void case18EndsTheServerWhenItsLauncherWasKilled() throws Exception {
        LocalRun run = scene.run("case-18-killed");
        ExecProcess exec = connected(run, "sh", "18-wrapper-started-server.sh");
        List<Long> pids = run.awaitPids(2);
        ProcessHandle.of(pids.getFirst()).orElseThrow().destroyForcibly();
        assertThat(exec.exit()).isEqualTo(137);
        run.goneAndStill(2);
        assertThat(run.operation().string("error")).isEqualTo("killed by SIGKILL");
        assertThat(run.report().object("processes").integer("seen")).isPositive();
    }

    @Test
    void case19ClosesTheInputThenAsksThenKills() throws Exception {
        LocalRun run = scene.run("case-19");
        ExecProcess exec = connected(run, "python3", "19-server-ignores-stdin-eof.py");
        run.awaitPids(1);
        run.stop();
        assertThat(exec.exit()).isEqualTo(75);
        run.goneAndStill(1);
        assertThat(run.folder().resolve("eof")).hasContent("stdin closed");
        JsonObject report = run.report();
        assertThat(report.array("steps").objects())
                .extracting(step -> step.string("step"))
                .containsSubsequence("door_closed", "terminate_requested", "grace_over", "killed");
        assertThat(report.object("processes").bool("forced")).isTrue();
    }

    @Test
    void case19IsFoundByTheServerWhenTheClientWasKilled() throws Exception {
        assumeTrue(LocalScene.provesWithoutSupervisor(), "who was left can't be shown here");
        LocalRun run = scene.run("case-19-killed");
        ExecProcess exec = connected(run, "python3", "19-server-ignores-stdin-eof.py");
        run.awaitPids(1);
        exec.kill();
        run.awaitGone(1);
        assertThat(run.awaitOperation("failed").string("error")).isEqualTo("its supervisor died");
    }
}
