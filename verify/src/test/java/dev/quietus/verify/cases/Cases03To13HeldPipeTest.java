package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cases 03, 04 and 13: the command itself ends at once with 0, and something that it started holds
 * its pipes, or only goes on. Elsewhere the call then never returns, or looks finished while a core
 * burns; and nothing reaches the rest any more, since the leader has gone. Proves that the result
 * comes soon with all output, that who is left is ended within a second and named in the record,
 * and that a later stop finds nothing that moves.
 */
@EnabledOnOs(OS.LINUX)
class Cases03To13HeldPipeTest {
    /** A second for who is left, and what a busy machine adds; far below the minute of a script. */
    private static final long SOON_MILLIS = 15_000;

    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    @ParameterizedTest
    @CsvSource({
        "python3, 03-double-fork-daemon.py, leader done, false",
        "sh, 04-leader-exits-pipe-held.sh, started, false",
        "sh, 04-leader-exits-pipe-held.sh, started, true",
        "sh, 13-job-spec-kill.sh, finished, false"
    })
    void theResultComesAndNobodyIsLeft(String program, String script, String word, boolean limited)
            throws Exception {
        LocalRun run = scene.run("own-end-" + script.substring(0, 2) + limited);
        ExecProcess exec = run.start(
                limited ? List.of("--timeout", "20s") : List.of(), program, scene.script(script));
        assertThat(exec.exit()).isZero();
        run.goneAndStill();
        assertThat(exec.out()).isEqualTo(word + "\n");
        assertThat(run.kept("output")).asString().isEqualTo(word + "\n");
        namesWhoWasLeft(run, exec);
        JsonObject receipt = run.certified(run.stop());
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
        run.goneAndStill();
        assertThat(run.operation().string("state")).isEqualTo("succeeded");
    }

    private static void namesWhoWasLeft(LocalRun run, ExecProcess exec) {
        assertThat(exec.err()).contains("the command left processes behind · SIGTERM to ");
        JsonObject report = run.report();
        assertThat(report.object("cause").string("kind")).isEqualTo("own_end");
        assertThat(report.object("leader").integer("code")).isZero();
        assertThat(report.object("processes").integer("seen")).isPositive();
        assertThat(report.object("output").bool("complete")).isTrue();
        assertThat(report.integer("ran_ms")).isLessThan(SOON_MILLIS);
        long end = report.array("steps").objects().getLast().integer("after_ms");
        assertThat(end).isLessThan(SOON_MILLIS);
        assertThat(run.operation().string("state")).isEqualTo("succeeded");
        assertThat(run.detail())
                .startsWith("exited with 0 after ")
                .contains(" gone (")
                .doesNotContain("nothing left behind");
    }
}
