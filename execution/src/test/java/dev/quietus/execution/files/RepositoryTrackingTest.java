package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tracked folder is a git repository of somebody, or has some in it. */
class RepositoryTrackingTest extends TrackingFixture {
    @BeforeEach
    void makeRepository() throws Exception {
        git(folder, "init", "-q");
        Files.writeString(folder.resolve("a"), "a");
        Files.writeString(folder.resolve(".gitignore"), "ignored/\n");
        git(folder, "add", ".");
        git(folder, "commit", "-qm", "one");
        Files.createDirectory(folder.resolve("ignored"));
        Files.writeString(folder.resolve("ignored/file"), "old");
    }

    private static String git(Path at, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-c",
                "user.email=t@example.invalid",
                "-c",
                "user.name=t",
                "-c",
                "protocol.file.allow=always"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(at.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<String> paths(FileReport report) {
        return report.changes().stream().map(change -> change.path().text()).toList();
    }

    @Test
    void leavesTheRepositoryAsItIs() throws Exception {
        Map<String, String> before = Tree.of(folder);
        begin().report(ScanProgress.SILENT);
        assertThat(Tree.of(folder)).isEqualTo(before);
        assertThat(git(folder, "status", "--porcelain")).isEmpty();
    }

    @Test
    void ignoreRulesExemptNothing() throws IOException {
        Tracking tracking = begin();
        Files.writeString(folder.resolve("ignored/file"), "new");
        Files.writeString(folder.resolve("ignored/more"), "new");
        assertThat(paths(tracking.report(ScanProgress.SILENT)))
                .containsExactly("ignored/file", "ignored/more");
    }

    @Test
    void reportsWhatGitItselfChangedAndALockThatWasLeft() throws Exception {
        Tracking tracking = begin();
        Files.writeString(folder.resolve("a"), "b");
        git(folder, "commit", "-qam", "two");
        Files.createFile(folder.resolve(".git/index.lock"));

        FileReport report = tracking.report(ScanProgress.SILENT);

        assertThat(paths(report))
                .contains(
                        "a",
                        ".git/index",
                        ".git/index.lock",
                        ".git/refs/heads/"
                                + git(folder, "branch", "--show-current").strip());
        assertThat(paths(report)).anyMatch(path -> path.startsWith(".git/objects/"));
        assertThat(report.changes().stream()
                        .filter(change -> change.path().text().startsWith(".git/objects/"))
                        .flatMap(change -> change.after().stream())
                        .filter(FileState.Regular.class::isInstance)
                        .map(state -> ((FileState.Regular) state).sha256()))
                .isNotEmpty()
                .allMatch(java.util.Optional::isEmpty);
    }

    @Test
    void coversNestedRepositoriesSubmodulesAndWorktrees() throws Exception {
        Path other = Files.createDirectory(temp.resolve("other"));
        git(other, "init", "-q");
        Files.writeString(other.resolve("x"), "x");
        git(other, "add", ".");
        git(other, "commit", "-qm", "x");
        git(folder, "submodule", "--quiet", "add", other.toString(), "sub");
        git(folder, "clone", "-q", other.toString(), "nested");
        git(folder, "worktree", "add", "-q", "tree");
        Tracking tracking = begin();
        Files.writeString(folder.resolve("sub/x"), "changed");
        Files.writeString(folder.resolve("nested/x"), "changed");
        Files.writeString(folder.resolve("tree/a"), "changed");
        Files.writeString(folder.resolve("tree/.git"), "gitdir: elsewhere");

        assertThat(paths(tracking.report(ScanProgress.SILENT)))
                .containsExactly("nested/x", "sub/x", "tree/.git", "tree/a");
        assertThat(kept("tree/.git").keeping()).isInstanceOf(Keeping.Kept.class);
        assertThat(kept(".git/modules/sub/HEAD").keeping())
                .isEqualTo(new Keeping.NotKept(Keeping.Reason.REPOSITORY));
    }
}
