package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code quietus exec --track} and then {@code quietus undo}, each in a process of its own. */
@DisabledOnOs(OS.WINDOWS)
class UndoTest {
    private static final int FILES = 400;

    @TempDir
    Path folder;

    private Path xdg = Path.of("");
    private Path work = Path.of("");
    private ServerProcess server;
    private RunAuthority run;

    @BeforeEach
    void begins() throws IOException {
        server = ServerProcess.start(folder, Optional.empty());
        xdg = server.stateHome(folder.resolve("xdg"));
        work = Files.createDirectories(folder.resolve("work"));
        run = server.run("r");
        for (int i = 0; i < FILES; i++) {
            Files.writeString(work.resolve("f" + i), "old " + i);
        }
    }

    @AfterEach
    void ends() {
        server.close();
    }

    private void changed(String script) throws Exception {
        try (ExecProcess exec = ExecProcess.start(
                server,
                folder,
                xdg,
                RunningQuietus.leaseToken(run),
                "--run",
                "r",
                "--operation",
                "edit",
                "--effects",
                "files",
                "--track",
                work.toString(),
                "--",
                "sh",
                "-c",
                script)) {
            assertThat(exec.exit()).as(exec.err()).isZero();
        }
    }

    private String undone(int exit, String... more) throws Exception {
        return UndoProcess.printed(server, folder, xdg, exit, arguments(more));
    }

    private static List<String> arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of("r/edit"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private long restored() throws IOException {
        long count = 0;
        for (int i = 0; i < FILES; i++) {
            count += Files.readString(work.resolve("f" + i)).equals("old " + i) ? 1 : 0;
        }
        return count;
    }

    @Test
    void takesBackWhatACommandDidButNotWhatAPersonDidSince() throws Exception {
        changed("echo new > " + work + "/f1; rm " + work + "/f2; echo x > " + work + "/made");
        Files.writeString(work.resolve("f3"), "a person's");

        assertThat(undone(0, "--dry-run")).contains("Would take back 3 of 3 changes");
        assertThat(undone(0)).startsWith("Taken back: 1 restored · 1 recreated · 1 removed");

        assertThat(restored()).isEqualTo(FILES - 1);
        assertThat(work.resolve("f3")).hasContent("a person's");
        assertThat(work.resolve("made")).doesNotExist();
        assertThat(server.operation("r-recovery", "recover-edit").string("state"))
                .isEqualTo("succeeded");
        assertThat(server.operation("r", "edit").string("recovery_operation"))
                .isEqualTo("r-recovery/recover-edit");
    }

    @Test
    void anUndoThatIsKilledGoesOnAsTheSameOperation() throws Exception {
        changed("for f in " + work + "/f*; do echo new > $f; done");
        Path out = Files.createTempFile(folder, "killed", ".txt");
        Process killed = UndoProcess.start(server, folder, xdg, out, arguments());
        RunningQuietus.untilTrue("some files are back", () -> restored() > 5);
        killed.destroyForcibly();
        assertThat(killed.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(undone(0)).startsWith("Taken back: " + FILES + " restored");

        assertThat(restored()).isEqualTo(FILES);
        try (var names = Files.list(work)) {
            assertThat(names).hasSize(FILES);
        }
        assertThat(server.operation("r-recovery", "recover-edit").string("state"))
                .isEqualTo("succeeded");
        assertThat(server.operation("r-recovery", "recover-edit").integer("attempt"))
                .isOne();
    }
}
