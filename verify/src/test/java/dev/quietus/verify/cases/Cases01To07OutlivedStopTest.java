package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cases 01, 02, 06 and 07: what a command has started outlives its stop, because the signal reaches
 * the client, the shell or the group only, or is ignored, and nobody looks whether it helped.
 * Proves that everybody is gone after a stop, a time limit, a closed terminal and a killed client,
 * and that the record says how.
 */
@EnabledOnOs(OS.LINUX)
class Cases01To07OutlivedStopTest {
    private static final int HANGUP = 1;

    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    @ParameterizedTest
    @CsvSource({
        "01-background-child.sh, 3, killed by SIGTERM, false",
        "02-own-session-child.sh, 2, killed by SIGTERM, false",
        "06-ignores-term.sh, 3, killed by SIGKILL, true",
        "07-leader-dies-child-ignores-term.sh, 2, exited with 143, true"
    })
    void aStopEndsEverybodyAndTheReceiptFollows(
            String script, int processes, String leader, boolean forced) throws Exception {
        LocalRun run = scene.run("stop-" + script.substring(0, 2));
        ExecProcess exec = run.start(List.of("--grace", "2s"), "sh", scene.script(script));
        List<Long> pids = run.awaitPids(processes);
        run.awaitTicks();
        assertThat(pids).allMatch(LocalRun::lives);
        JsonObject barrier = run.stop();
        assertThat(exec.exit()).isEqualTo(75);
        run.goneAndStill(processes);
        JsonObject shown = run.awaitOperation("cancelled_during_execution");
        assertThat(shown.string("error")).isEqualTo("stopped (wrong commit): " + leader);
        JsonObject ended = run.report().object("processes");
        assertThat(ended.integer("seen")).isGreaterThanOrEqualTo(processes);
        assertThat(ended.bool("forced")).isEqualTo(forced);
        if (forced) {
            assertThat(after(run, "killed") - after(run, "terminate_requested"))
                    .isBetween(1_990L, 10_000L);
            assertThat(exec.err()).contains("SIGTERM to ", "SIGKILL to ");
        }
        assertThat(ended.bool("confirmed")).isTrue();
        assertThat(ended.array("left").size()).isZero();
        assertThat(run.detail())
                .contains(ended.integer("seen") + " of " + ended.integer("seen")
                        + " processes gone (");
        JsonObject receipt = run.certified(barrier);
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(receipt.object("work").integer("in_flight_settled")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"02-own-session-child.sh, 2", "07-leader-dies-child-ignores-term.sh, 2"})
    void aTimeLimitEndsEverybodyTheSameWay(String script, int processes) throws Exception {
        LocalRun run = scene.run("limit-" + script.substring(0, 2));
        ExecProcess exec = run.start(
                List.of("--timeout", "2s", "--grace", "500ms"), "sh", scene.script(script));
        assertThat(exec.exit()).isEqualTo(124);
        run.goneAndStill(processes);
        JsonObject shown = run.operation();
        assertThat(shown.string("state")).isEqualTo("failed");
        assertThat(shown.string("error")).startsWith("timed out after 2.0 s: ");
    }

    @Test
    void aClosedTerminalEndsEverybody() throws Exception {
        assumeTrue(!ignored(HANGUP), "SIGHUP is ignored here, so also by what is started");
        LocalRun run = scene.run("hangup");
        ExecProcess exec = run.start(List.of(), "sh", scene.script("01-background-child.sh"));
        run.awaitPids(3);
        new ProcessBuilder("kill", "-HUP", Long.toString(exec.process().pid()))
                .start()
                .waitFor();
        exec.exit();
        run.goneAndStill(3);
        assertThat(run.operation().string("state")).isEqualTo("cancelled_during_execution");
    }

    @Test
    void aKilledClientLeavesNobodyToItself() throws Exception {
        assumeTrue(LocalScene.provesWithoutSupervisor(), "who was left can't be shown here");
        LocalRun run = scene.run("killed");
        ExecProcess exec = run.start(List.of(), "sh", scene.script("01-background-child.sh"));
        run.awaitPids(3);
        exec.kill();
        run.awaitGone(3);
        assertThat(run.awaitOperation("failed").string("error")).isEqualTo("its supervisor died");
        run.goneAndStill(3);
    }

    private static long after(LocalRun run, String step) {
        return run.report().array("steps").objects().stream()
                .filter(each -> each.string("step").equals(step))
                .findFirst()
                .orElseThrow()
                .integer("after_ms");
    }

    private static boolean ignored(int signal) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> new BigInteger(line.substring(7).strip(), 16))
                .anyMatch(mask -> mask.testBit(signal - 1));
    }
}
