package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.verify.exec.ExecProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 12: a command shares the terminal with the program that started it, changes its settings,
 * and has that program suspended when it reads. Proves that the command has no controlling
 * terminal, that the settings stay, and that {@code quietus exec} is not suspended, not even in the
 * background of an interactive shell.
 */
@EnabledOnOs(OS.LINUX)
class Case12TerminalTest {
    private static final String FOREGROUND =
            "stty -g > before; eval \"$EXEC\"; echo $? > code; stty -g > after";

    /** With job control, as in a shell that somebody types into. */
    private static final String BACKGROUND =
            "set -m; stty -g > before; eval \"$EXEC\" & wait $!; echo $? > code; stty -g > after";

    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    @BeforeAll
    static void needsATerminal() {
        assumeTrue(
                List.of("/usr/bin/script", "/bin/bash", "/usr/bin/stty", "/bin/stty").stream()
                                .map(Path::of)
                                .filter(Files::isExecutable)
                                .count()
                        >= 3,
                "there is no script(1), bash or stty here");
    }

    private static ExecProcess start(LocalRun run, String shell, String... command) {
        return run.start(
                (place, arguments) -> ExecProcess.startInTerminal(place, shell, arguments),
                List.of(),
                command);
    }

    private static void leftAlone(LocalRun run, int code) {
        assertThat(run.folder().resolve("code")).hasContent(Integer.toString(code));
        assertThat(run.folder().resolve("before")).isNotEmptyFile();
        assertThat(run.folder().resolve("after"))
                .hasSameTextualContentAs(run.folder().resolve("before"));
    }

    @Test
    void theCommandHasNoControllingTerminal() throws Exception {
        LocalRun run = scene.run("reads");
        ExecProcess exec = start(run, FOREGROUND, "sh", scene.script("12-reads-terminal.sh"));
        exec.exit();
        assertThat(exec.out()).contains("no controlling terminal");
        assertThat(run.kept("output")).asString().isEqualTo("no controlling terminal\n");
        leftAlone(run, 0);
        assertThat(run.operation().string("state")).isEqualTo("succeeded");
    }

    @Test
    void theTerminalIsAsItWasAfterAStop() throws Exception {
        LocalRun run = scene.run("stopped");
        ExecProcess exec = start(
                run,
                FOREGROUND,
                "sh",
                "-c",
                "sh " + scene.script("12-reads-terminal.sh") + "; touch up; sleep 60");
        ExecProcess.awaitFile(run.folder().resolve("up"));
        run.stop();
        exec.exit();
        leftAlone(run, 75);
    }

    @Test
    void isNotSuspendedInTheBackgroundOfATerminal() throws Exception {
        LocalRun run = scene.run("background");
        ExecProcess exec = start(run, BACKGROUND, "sh", "-c", "cat; touch up; sleep 60");
        ExecProcess.awaitFile(run.folder().resolve("up"));
        run.stop();
        exec.exit();
        leftAlone(run, 75);
        assertThat(run.operation().string("state")).isEqualTo("cancelled_during_execution");
    }
}
