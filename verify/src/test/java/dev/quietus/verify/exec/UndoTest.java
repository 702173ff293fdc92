package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.Main;
import dev.quietus.client.RunAuthority;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        xdg = Files.createDirectories(folder.resolve("xdg"));
        Files.createSymbolicLink(xdg.resolve("quietus"), server.directory());
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

    private Process undo(Path out, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "undo",
                "r/edit"));
        line.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectError(out.resolveSibling(out.getFileName() + ".err").toFile())
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("QUIETUS_"));
        builder.environment().put("QUIETUS_URL", server.url());
        builder.environment().put("QUIETUS_TOKEN", server.operatorToken());
        builder.environment().put("XDG_STATE_HOME", xdg.toString());
        return builder.start();
    }

    private String undone(int exit, String... more) throws Exception {
        Path out = Files.createTempFile(folder, "undo", ".txt");
        Process process = undo(out, more);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isEqualTo(exit);
        return text;
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
        Process killed = undo(Files.createTempFile(folder, "killed", ".txt"));
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
