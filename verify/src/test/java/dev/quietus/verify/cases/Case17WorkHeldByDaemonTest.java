package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 17: the command is only a messenger, as with a container engine, a build daemon or ssh;
 * ending it does not end the work, which is shown as cancelled all the same. Proves that the client
 * is ended, that its operation is unknown and its stop incomplete, and that a declared provider
 * settles it by looking at the effect when that comes.
 */
@EnabledOnOs(OS.LINUX)
class Case17WorkHeldByDaemonTest {
    private static final String SCRIPT = "17-work-held-by-daemon.sh";

    @TempDir
    static Path folder = Path.of("");

    private static WorkDaemon daemon;
    private static LocalScene scene;

    @BeforeAll
    static void starts() throws IOException {
        daemon = new WorkDaemon(folder.resolve("with"));
        scene = LocalScene.with(folder, daemon.declaration());
    }

    @AfterAll
    static void ends() throws Exception {
        scene.close();
        daemon.close();
    }

    private static ExecProcess called(LocalRun run, List<String> options) {
        ExecProcess exec = run.start(options, "sh", scene.script(SCRIPT), "call");
        RunningQuietus.untilTrue("it has called", () -> exec.out().startsWith("submitted"));
        return exec;
    }

    @Test
    void withoutAnybodyToAskItStaysUnknownWithAName() throws Exception {
        try (WorkDaemon alone = new WorkDaemon(folder.resolve("alone"))) {
            LocalRun run = scene.run("alone");
            alone.serve(scene.script(SCRIPT));
            ExecProcess exec = called(run, List.of("--effects", "expected"));
            alone.awaitTaken();
            run.stop();
            assertThat(exec.exit()).isEqualTo(75);
            assertThat(run.report().object("processes").bool("confirmed")).isTrue();
            JsonObject receipt = run.awaitReceipt();
            assertThat(receipt.string("decision")).isEqualTo("stop_incomplete");
            assertThat(receipt.object("effects").integer("unknown")).isEqualTo(1);
            assertThat(receipt.object("effects").integer("cancelled_without_effect"))
                    .isZero();
            assertThat(run.operation().string("effect")).isEqualTo("unknown");
            assertThat(run.operation().string("held_by")).isEqualTo("team-alone");
            alone.goOn();
            alone.awaitEffect();
            assertThat(run.operation().string("settled_state")).isEqualTo("unknown");
        }
    }

    @Test
    void aDeclaredProviderSettlesItByWhatIsReallyThere() throws Exception {
        LocalRun run = scene.run("with");
        daemon.serve(scene.script(SCRIPT));
        ExecProcess exec = called(run, List.of("--effects", "expected", "--provider", "daemon"));
        daemon.awaitTaken();
        run.stop();
        assertThat(exec.exit()).isEqualTo(75);
        JsonObject first = run.awaitReceipt();
        assertThat(first.string("decision")).isEqualTo("stop_incomplete");
        assertThat(first.integer("revision")).isEqualTo(1);
        assertThat(run.operation().string("settled_state")).isEqualTo("unknown");
        daemon.goOn();
        daemon.awaitEffect();
        JsonObject shown = RunningQuietus.until(
                "the effect is seen",
                () -> Optional.of(run.operation())
                        .filter(found -> !found.string("settled_state").equals("unknown")));
        assertThat(shown.string("settled_state")).isEqualTo("completed_and_verified");
        JsonObject second = RunningQuietus.until(
                "the first receipt is superseded",
                () -> Optional.of(run.awaitReceipt())
                        .filter(found -> found.integer("revision") == 2));
        assertThat(second.string("decision")).isEqualTo("stopped_and_quiet");
        assertThat(second.object("effects").integer("completed_and_verified")).isEqualTo(1);
    }
}
