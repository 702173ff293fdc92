package dev.quietus.execution.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.execution.files.ContentStore;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;
import dev.quietus.execution.files.Tree;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person expects of taking a command back, with the faults that others had in it. */
class UndoCasesTest {
    @TempDir
    Path temp;

    private Tracked tracked;
    private Path folder;

    @BeforeEach
    void makeFolder() throws Exception {
        tracked = new Tracked(temp, "tracked");
        folder = tracked.folder;
    }

    private void script(String name, String step) throws Exception {
        Path script = temp.resolve(name);
        try (InputStream in = getClass().getResourceAsStream(name)) {
            Files.write(script, in.readAllBytes());
        }
        Process process = new ProcessBuilder("sh", script.toString(), step, folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    @Test
    void takesBackOnlyWhatTheAgentChangedBesideAPersonsWork() throws Exception {
        script("person-beside-agent.sh", "setup");
        FileReport report = tracked.run(_ -> script("person-beside-agent.sh", "agent"));
        script("person-beside-agent.sh", "person");
        Map<String, String> repository = Tree.of(folder.resolve(".git"));

        UndoResult result = tracked.undo().perform("test");

        assertThat(report.changes().stream().map(change -> change.path().text()))
                .containsExactly("a.txt", "new.txt");
        assertThat(result.whole()).isTrue();
        assertThat(folder.resolve("a.txt")).hasContent("one\n");
        assertThat(folder.resolve("new.txt")).doesNotExist();
        assertThat(folder.resolve("notes.txt")).hasContent("mine\n");
        assertThat(folder.resolve("data/big.bin")).hasSize(1000);
        assertThat(folder.resolve(".gitignore")).hasContent("data/\n");
        assertThat(folder.resolve("other.txt")).hasContent("edited by a person\n");
        assertThat(folder.resolve("output/result.csv")).hasContent("1,2\n");
        assertThat(Tree.of(folder.resolve(".git"))).isEqualTo(repository);
    }

    @Test
    void takesBackEveryChangeMadeThroughTheShell() throws Exception {
        script("changes-by-shell.sh", "setup");
        Map<String, String> before = Tree.of(folder);
        FileReport report = tracked.run(_ -> script("changes-by-shell.sh", "agent"));

        UndoResult result = tracked.undo().perform("test");

        assertThat(report.changes().stream().map(change -> change.path().text()))
                .containsExactly(
                        "a.txt",
                        "b.txt",
                        "c.sh",
                        "emptydir",
                        "gone.txt",
                        "link",
                        "new.txt",
                        "old.txt",
                        "with space.txt");
        assertThat(result.paths()).allMatch(path -> path.outcome().takenBack());
        assertThat(Tree.of(folder)).isEqualTo(before);
    }

    @Test
    void aPlanChangesNothing() throws Exception {
        script("changes-by-shell.sh", "setup");
        tracked.run(_ -> script("changes-by-shell.sh", "agent"));
        Map<String, String> left = Tree.of(folder);

        UndoPlan plan = tracked.undo().plan();

        assertThat(Tree.of(folder)).isEqualTo(left);
        assertThat(plan.count(Verdict.RESTORE)).isEqualTo(4);
        assertThat(plan.count(Verdict.RECREATE)).isEqualTo(3);
        assertThat(plan.count(Verdict.REMOVE)).isEqualTo(2);
        assertThat(tracked.unit.undo()).doesNotExist();
    }

    @Test
    void bringsBackNoContentThatIsDamaged() throws Exception {
        Files.writeString(folder.resolve("file"), "old");
        FileReport report = tracked.run(_ -> Files.writeString(folder.resolve("file"), "new"));
        FileState.Regular kept =
                (FileState.Regular) report.changes().getFirst().before().orElseThrow();
        FileState.Regular other = new FileState.Regular(
                3, Optional.of("0".repeat(64)), kept.keeping(), kept.access(), kept.stamp());

        try (ContentStore store = ContentStore.open(tracked.unit.content())) {
            Bringing bringing = new Bringing(new RealHands(folder), store, new Temporary("nonce"));
            assertThatThrownBy(() -> bringing.make(new TrackedPath("file"), other, () -> {}))
                    .hasMessage("its kept content is damaged");
        }
        assertThat(folder.resolve("file")).hasContent("new");
        assertThat(Tree.of(folder)).hasSize(2);
    }

    @Test
    void recreatesTheTrackedFolderItself() throws Exception {
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/file"), "old");
        Tree.mode(folder, 0750);
        Map<String, String> before = Tree.of(folder);
        tracked.run(Tree::delete);

        UndoResult result = tracked.undo().perform("test");

        assertThat(result.whole()).isTrue();
        assertThat(Tree.of(folder)).isEqualTo(before);
    }

    @Test
    void saysWhatCanNotBeHadBack() throws Exception {
        new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor();
        Files.write(folder.resolve("huge"), new byte[3_000_000]);
        var limits = new dev.quietus.execution.files.TrackingLimits(
                100, 2_000_000, 5_000_000, Duration.ofMinutes(1), Duration.ofMinutes(1));
        var tracking = dev.quietus.execution.files.Tracking.begin(
                folder, tracked.unit, limits, dev.quietus.execution.files.ScanProgress.SILENT);
        Files.delete(folder.resolve("pipe"));
        Files.delete(folder.resolve("huge"));
        tracking.report(dev.quietus.execution.files.ScanProgress.SILENT);

        UndoResult result = tracked.undo().perform("test");

        assertThat(result.paths())
                .extracting(PathResult::outcome)
                .containsOnly(PathResult.Outcome.NOT_RESTORABLE);
        assertThat(result.paths())
                .extracting(PathResult::why)
                .containsExactly(
                        "the file is larger than what is kept of one file",
                        "a pipe, socket or device is not made again");
    }

    @Test
    void refusesContentThatIsNotWhatWasKept() throws Exception {
        Files.writeString(folder.resolve("file"), "old");
        tracked.run(_ -> Files.writeString(folder.resolve("file"), "new"));
        try (var packs = Files.newDirectoryStream(tracked.unit.content().resolve("pack"))) {
            for (Path pack : packs) {
                Files.delete(pack);
            }
        }

        UndoResult result = tracked.undo().perform("test");

        assertThat(Tracked.outcome(result, "file")).isEqualTo(PathResult.Outcome.NOT_RESTORABLE);
        assertThat(folder.resolve("file")).hasContent("new");
    }

    @Test
    void leavesARepositorysOwnDataToGit() throws Exception {
        script("person-beside-agent.sh", "setup");
        tracked.run(_ -> {
            git("add", "-A");
            git("commit", "-qm", "by the agent");
            Files.writeString(folder.resolve(".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n");
        });

        UndoResult result = tracked.undo().perform("test");

        assertThat(Tracked.outcome(result, ".git/refs/heads/main"))
                .isEqualTo(PathResult.Outcome.NOT_RESTORABLE);
        assertThat(folder.resolve(".git/hooks/pre-commit")).doesNotExist();
        assertThat(git("fsck", "--strict")).doesNotContain("error", "missing", "broken");
        assertThat(git("log", "--format=%s")).isEqualTo("by the agent\nbase\n");
        assertThat(result.whole()).isFalse();
    }

    @Test
    void removesARepositoryThatTheCommandMadeOnlyAsAWhole() throws Exception {
        Files.writeString(folder.resolve("mine"), "mine");
        Map<String, String> before = Tree.of(folder);
        tracked.run(_ -> git("init", "-q"));
        UndoResult unused = tracked.undo().perform("test");
        assertThat(unused.whole()).as(unused.paths().toString()).isTrue();
        assertThat(Tree.of(folder)).isEqualTo(before);

        Tracked second = new Tracked(temp, "second");
        folder = second.folder;
        Files.writeString(folder.resolve("mine"), "mine");
        second.run(_ -> git("init", "-q"));
        git("add", "mine");
        Map<String, String> used = Tree.of(folder);
        UndoResult result = second.undo().perform("test");
        assertThat(result.paths()).allMatch(path -> path.outcome() == PathResult.Outcome.CONFLICT);
        assertThat(Tree.of(folder)).isEqualTo(used);
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
