package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Local commands that are ended: by a stop, a time limit, a signal. */
@EnabledOnOs(OS.LINUX)
final class ExecStopTest {
    @TempDir
    static Path folder = Path.of("");

    private static ExecScene scene;

    @BeforeAll
    static void begins() {
        scene = new ExecScene(folder);
    }

    @AfterAll
    static void ends() {
        scene.close();
    }

    @BeforeEach
    void next() throws IOException {
        scene.next();
    }

    @Test
    void endsWithItsRunAndLeavesNothing() throws Exception {
        ExecProcess exec = scene.shell("build", "none", ExecScene.STUBBORN);
        ExecProcess.awaitFile(scene.work.resolve("up"));
        String barrier = scene.server.stop(scene.id()).string("barrier_id");
        assertThat(exec.exit()).isEqualTo(75);
        scene.nothingMovesAnyMore();
        assertThat(exec.err())
                .contains("stop requested (wrong commit) · SIGTERM to ")
                .contains("SIGKILL to ")
                .contains("ended   leader killed by SIGKILL after ");
        assertThat(scene.server
                        .awaitOperation(scene.id(), "build", "cancelled_during_execution")
                        .string("error"))
                .isEqualTo("stopped (wrong commit): killed by SIGKILL");
        scene.server.awaitBarrier(barrier, "certified");
        assertThat(scene.server.receipt(scene.id()).string("decision"))
                .isEqualTo("stopped_and_quiet");
        assertThat(scene.xdg
                        .resolve("quietus/units")
                        .toFile()
                        .list((_, name) -> name.endsWith(".unit")))
                .isEmpty();
    }

    @Test
    void leavesTheEffectOfAStoppedCommandUnknownWhereNobodyCanSeeIt() throws Exception {
        ExecProcess exec = scene.shell("deploy", "expected", "touch up; exec sleep 60");
        ExecProcess.awaitFile(scene.work.resolve("up"));
        scene.server.stop(scene.id());
        assertThat(exec.exit()).isEqualTo(75);
        assertThat(scene.server.awaitReceipt(scene.id()).string("decision"))
                .isEqualTo("stop_incomplete");
        assertThat(scene.operation("deploy").string("effect")).isEqualTo("unknown");
    }

    @Test
    void hearsOfAStopOfItsOperationAlone() throws Exception {
        ExecProcess one = scene.shell("one", "none", "touch one; exec sleep 60");
        ExecProcess other = scene.shell(
                "other",
                "none",
                "touch other; while [ ! -e go ]; do sleep 0.05;" + " done; exit 3");
        ExecProcess.awaitFile(scene.work.resolve("one"));
        ExecProcess.awaitFile(scene.work.resolve("other"));
        scene.server
                .operator()
                .quietus()
                .stop(scene.id(), StopRequest.because("only this").ofOperation("one"));
        assertThat(one.exit()).isEqualTo(75);
        assertThat(other.alive()).isTrue();
        Files.createFile(scene.work.resolve("go"));
        assertThat(other.exit()).isEqualTo(3);
    }

    @Test
    void endsTheSameWayWhenItIsAskedToEndItself() throws Exception {
        ExecProcess exec = scene.shell("build", "none", ExecScene.STUBBORN);
        ExecProcess.awaitFile(scene.work.resolve("up"));
        exec.terminate();
        exec.exit();
        scene.nothingMovesAnyMore();
        assertThat(scene.operation("build").string("state"))
                .isEqualTo("cancelled_during_execution");
        assertThat(scene.finished("build").string("error")).startsWith("interrupted (");
    }

    @Test
    void endsACommandThatRunsForTooLongWithoutCallingItCancelled() throws Exception {
        ExecProcess exec = scene.exec(
                "--operation",
                "slow",
                "--effects",
                "none",
                "--timeout",
                "300ms",
                "--",
                "sleep",
                "60");
        assertThat(exec.exit()).isEqualTo(124);
        JsonObject shown = scene.operation("slow");
        assertThat(shown.string("state")).isEqualTo("failed");
        assertThat(shown.string("error")).isEqualTo("timed out after 300 ms: killed by SIGTERM");
    }

    @Test
    void keepsARealResultThatComesWhileItIsStopped() throws Exception {
        ExecProcess exec = scene.shell(
                "race",
                "none",
                "trap 'echo committed; exit 0' TERM; touch up;" + " while :; do sleep 0.05; done");
        ExecProcess.awaitFile(scene.work.resolve("up"));
        scene.server.stop(scene.id());
        assertThat(exec.exit()).isZero();
        assertThat(exec.out()).isEqualTo("committed\n");
        assertThat(scene.operation("race").string("state")).isEqualTo("succeeded");
    }

    @Test
    void saysWhichTrackedFilesItChangedAndSettlesByThat() throws Exception {
        Path tracked = Files.createDirectories(scene.folder.resolve("tracked"));
        Files.writeString(tracked.resolve("kept"), "as it was");
        Files.writeString(tracked.resolve("old"), "before");
        String track = tracked.toString();
        ExecProcess changes = scene.exec(
                "--operation",
                "edit",
                "--effects",
                "files",
                "--track",
                track,
                "--",
                "sh",
                "-c",
                "echo after > " + track + "/old; echo new > " + track + "/new");
        assertThat(changes.exit()).isZero();
        assertThat(changes.err())
                .contains("created 1 path, changed 1, ", "quietus undo " + scene.id() + "/edit");
        ExecProcess nothing = scene.exec(
                "--operation",
                "look",
                "--effects",
                "files",
                "--track",
                track,
                "--",
                "cat",
                track + "/old");
        assertThat(nothing.exit()).isZero();
        assertThat(scene.operation("edit").string("reported_effect")).isEqualTo("present");
        assertThat(scene.operation("look").string("reported_effect")).isEqualTo("absent");
        String barrier = scene.server.stop(scene.id()).string("barrier_id");
        scene.server.awaitBarrier(barrier, "certified");
        assertThat(scene.operation("edit").string("effect")).isEqualTo("verified_present");
        assertThat(scene.operation("look").string("effect")).isEqualTo("verified_absent");
        assertThat(scene.server.receipt(scene.id()).string("decision"))
                .isEqualTo("stopped_and_quiet");
    }

    @Test
    void doesNotCallACommandCarriedOutThatWasStoppedHalfWay() throws Exception {
        Path tracked = Files.createDirectories(scene.folder.resolve("half"));
        ExecProcess exec = scene.exec(
                "--operation",
                "edit",
                "--effects",
                "files",
                "--track",
                tracked.toString(),
                "--",
                "sh",
                "-c",
                "echo one > " + tracked + "/one; touch up; exec sleep 60");
        ExecProcess.awaitFile(scene.work.resolve("up"));
        scene.server.stop(scene.id());
        assertThat(exec.exit()).isEqualTo(75);
        scene.server.awaitReceipt(scene.id());
        JsonObject shown = scene.operation("edit");
        assertThat(shown.string("state")).isEqualTo("cancelled_during_execution");
        assertThat(shown.string("effect")).isEqualTo("verified_present");
    }
}
