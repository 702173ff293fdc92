package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunRegistration;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.unit.UnitName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Local commands under a run: what is asked, what runs, and what is recorded. */
@EnabledOnOs(OS.LINUX)
final class ExecTest {
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
    void recordsWhatACommandDidAndPassesItsWordsOn() throws Exception {
        ExecProcess exec = scene.shell("build", "none", "echo hello; echo oh >&2; exit 7");
        assertThat(exec.exit()).isEqualTo(7);
        assertThat(exec.out()).isEqualTo("hello\n");
        assertThat(exec.err()).isEqualTo("oh\n");
        JsonObject shown = scene.operation("build");
        assertThat(shown.string("state")).isEqualTo("failed");
        assertThat(shown.string("kind")).isEqualTo("local_command");
        assertThat(shown.string("tool")).isEqualTo("exec.sh");
        assertThat(UnitName.parse(shown.string("worker"))).isPresent();
        assertThat(shown.string("output_digest"))
                .isEqualTo(
                        "sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
        assertThat(scene.finished("build").string("detail"))
                .startsWith("exited with 7 after ")
                .contains("; nothing left behind (", "; output complete, 2 lines; held by ");
    }

    @Test
    void tellsTheCommandItsRunAndNeverAnOperatorsToken() throws Exception {
        ExecProcess exec = scene.as(
                scene.server.operatorToken(),
                "--operation",
                "env",
                "--",
                "sh",
                "-c",
                "echo $QUIETUS_RUN $QUIETUS_OPERATION $QUIETUS_URL [$QUIETUS_TOKEN]");
        assertThat(exec.exit()).isZero();
        assertThat(exec.out()).isEqualTo(scene.id() + " env " + scene.server.url() + " []\n");
    }

    @Test
    void neverCarriesAnOperationOutTwice() throws Exception {
        assertThat(scene.shell("once", "none", "echo x >> ran").exit()).isZero();
        ExecProcess again = scene.shell("once", "none", "echo x >> ran");
        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("nothing was run", "succeeded");
        assertThat(scene.work.resolve("ran")).hasContent("x");
        assertThat(scene.shell("once", "none", "echo y >> ran").exit()).isEqualTo(1);
        assertThat(scene.work.resolve("ran")).hasContent("x");
    }

    @Test
    void runsNothingThatTheRunMayNotDo() throws Exception {
        scene.run = scene.server
                .operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId("narrow")
                        .owner("team")
                        .capability("exec.make")
                        .validUntil(Instant.now().plus(1, ChronoUnit.HOURS))
                        .build());
        ExecProcess exec = scene.exec("--", "touch", "ran");
        assertThat(exec.exit()).isEqualTo(4);
        assertThat(exec.err()).contains("deny_capability");
        assertThat(scene.work.resolve("ran")).doesNotExist();
    }

    @Test
    void recordsAndRunsNothingForAProgramThatIsNotThere() throws Exception {
        ExecProcess exec = scene.exec("--operation", "none", "--", "no-such-program");
        assertThat(exec.exit()).isEqualTo(127);
        assertThat(scene.server.events(scene.id(), "operation_accepted")).isEmpty();
    }
}
