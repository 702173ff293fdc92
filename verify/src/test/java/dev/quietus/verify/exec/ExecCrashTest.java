package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Rung;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Local commands whose supervisor or server dies. */
@EnabledOnOs(OS.LINUX)
final class ExecCrashTest {
    @TempDir
    Path folder = Path.of("");

    private ExecScene scene;

    @BeforeEach
    void begins() throws IOException {
        scene = new ExecScene(folder);
        scene.next();
    }

    @AfterEach
    void ends() {
        scene.close();
    }

    @Test
    void isTakenOverByTheServerWhenItIsKilled() throws Exception {
        ExecProcess exec = scene.shell("build", "none", ExecScene.STUBBORN);
        ExecProcess.awaitFile(scene.work.resolve("up"));
        exec.kill();
        if (Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP) {
            JsonObject shown = scene.server.awaitOperation(scene.id(), "build", "failed");
            assertThat(shown.string("error")).isEqualTo("its supervisor died");
            assertThat(scene.finished("build").string("detail")).contains("gone (cgroup)");
            scene.nothingMovesAnyMore();
        }
    }

    @Test
    void isTakenOverByAServerThatStartsLater() throws Exception {
        ExecProcess exec = scene.shell("build", "none", ExecScene.STUBBORN);
        ExecProcess.awaitFile(scene.work.resolve("up"));
        scene.server.kill();
        exec.kill();
        scene.server.restart();
        if (Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP) {
            scene.server.awaitOperation(scene.id(), "build", "failed");
            scene.nothingMovesAnyMore();
        }
    }

    @Test
    void losesNoResultWhenTheServerIsAwayAtItsEnd() throws Exception {
        ExecProcess exec = scene.shell(
                "build", "none", "touch up; while [ ! -e go ]; do sleep 0.05;" + " done; exit 3");
        ExecProcess.awaitFile(scene.work.resolve("up"));
        scene.server.kill();
        Files.createFile(scene.work.resolve("go"));
        assertThat(exec.exit()).isEqualTo(7);
        assertThat(exec.err()).contains("the command has ended (failed), and that is NOT recorded");
        scene.server.restart();
        JsonObject shown = scene.server.awaitOperation(scene.id(), "build", "failed");
        assertThat(shown.string("error")).isEqualTo("exited with 3");
    }
}
