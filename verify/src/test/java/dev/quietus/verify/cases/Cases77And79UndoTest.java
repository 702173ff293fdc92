package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cases 77 and 79: an undo takes along what the agent never touched, or says done while what its
 * shell changed stays changed. Proves that exactly the command's changes are taken back, whoever
 * made the others, and that each path is named.
 */
@EnabledOnOs(OS.LINUX)
class Cases77And79UndoTest {
    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    private static String said(String script, String what, Path tree) throws Exception {
        Process process = new ProcessBuilder("sh", scene.script(script), what, tree.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static Path changed(LocalRun run, String script) throws Exception {
        Path tree = Files.createDirectories(run.folder().resolve("tree"));
        said(script, "setup", tree);
        ExecProcess exec = run.start(
                List.of("--effects", "files", "--track", tree.toString()),
                "sh",
                scene.script(script),
                "agent",
                tree.toString());
        assertThat(exec.exit()).as(exec.err()).isZero();
        return tree;
    }

    private static List<String> paths(JsonObject undone) {
        return undone.array("paths").objects().stream()
                .map(each -> each.string("outcome") + " " + each.string("path"))
                .toList();
    }

    @Test
    void case77LeavesAloneWhatTheAgentNeverTouchedAndWhatAPersonDidSince() throws Exception {
        String script = "77-undo-untracked-files.sh";
        LocalRun run = scene.run("case-77");
        Path tree = changed(run, script);
        said(script, "person", tree);

        JsonObject undone = run.undone();

        assertThat(paths(undone)).containsExactly("restored a.txt", "removed new.txt");
        assertThat(undone.bool("whole")).isTrue();
        assertThat(said(script, "check", tree).lines())
                .containsExactly(
                        "the agent's changes are taken back",
                        "what was there is kept",
                        "what a person did since is kept");
    }

    @Test
    void case79TakesBackWhatAShellChangedPathByPath() throws Exception {
        String script = "79-undo-shell-changes.sh";
        LocalRun run = scene.run("case-79");
        Path tree = changed(run, script);
        assertThat(said(script, "check", tree)).doesNotContain("back ");

        JsonObject undone = run.undone();

        assertThat(paths(undone))
                .containsExactlyInAnyOrder(
                        "restored a.txt",
                        "restored b.txt",
                        "restored c.sh",
                        "restored with space.txt",
                        "recreated emptydir",
                        "recreated g.txt",
                        "recreated o.txt",
                        "removed link",
                        "removed new.txt");
        assertThat(undone.bool("whole")).isTrue();
        assertThat(said(script, "check", tree).lines())
                .hasSize(9)
                .allMatch(line -> line.startsWith("back "));
    }
}
