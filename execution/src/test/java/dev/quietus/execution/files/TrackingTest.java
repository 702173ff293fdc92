package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.files.FileState.Aspect;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrackingTest extends TrackingFixture {
    @Test
    void namesEveryKindOfChange() throws IOException {
        for (String name : List.of("same", "edited", "mode", "gone", "kind")) {
            Files.writeString(folder.resolve(name), name);
        }
        Files.createSymbolicLink(folder.resolve("link"), Path.of("same"));
        Files.createDirectories(folder.resolve("deep/empty"));
        Files.writeString(folder.resolve("deep/file"), "deep");
        Path strange = folder.resolve(Path.of(URI.create("file:///%FF%0A")).getFileName());
        Files.writeString(strange, "strange");
        Tracking tracking = begin();
        Files.writeString(folder.resolve("edited"), "edited!");
        Tree.mode(folder.resolve("mode"), 0600);
        Files.delete(folder.resolve("gone"));
        Files.delete(folder.resolve("kind"));
        Files.createDirectory(folder.resolve("kind"));
        Files.delete(folder.resolve("link"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));
        Tree.delete(folder.resolve("deep"));
        Files.writeString(strange, "stranger");
        Files.createDirectory(folder.resolve("new"));

        FileReport report = tracking.report(ScanProgress.SILENT);

        assertThat(changes(report))
                .isEqualTo(new TreeMap<>(Map.of(
                        "edited", "[CONTENT]",
                        "mode", "[PERMISSIONS]",
                        "gone", "deleted",
                        "kind", "[KIND]",
                        "link", "[CONTENT]",
                        "deep", "deleted",
                        "deep/empty", "deleted",
                        "deep/file", "deleted",
                        "%FF%0A", "[CONTENT]",
                        "new", "created")));
        assertThat(report.untouched()).isEqualTo(2);
        assertThat(report.complete()).isTrue();
        assertThat(report.notCovered()).isEmpty();
        assertThat(Tracking.recorded(unit).changes()).isEqualTo(report.changes());
        assertThat(report.changes().stream()
                        .filter(change -> change.path().text().equals("edited"))
                        .map(FileChange::before)
                        .map(before -> ((FileState.Regular) before.orElseThrow())))
                .extracting(before -> before.sha256().orElseThrow(), FileState.Regular::size)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        "1fb9f4097256db2d7b1e13aff79cee44339891a31c556b9cf6093885773b3618", 6L));
    }

    @Test
    void seesAWriteOfTheSameLengthInTheMomentOfTheSnapshot() throws IOException {
        Path file = folder.resolve("racy");
        Files.writeString(file, "one");
        FileTime time = Files.getLastModifiedTime(file);
        Tracking tracking = begin();
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write("two".getBytes(StandardCharsets.UTF_8));
        }
        Files.setLastModifiedTime(file, time);

        assertThat(changes(tracking.report(ScanProgress.SILENT)))
                .isEqualTo(Map.of("racy", "[CONTENT]"));
    }

    @Test
    void readsNoFileAgainThatLiesWellBeforeTheSnapshot() throws IOException {
        Path file = folder.resolve("old");
        Files.writeString(file, "old");
        Instant later = Instant.now().plusSeconds(60);
        Tracking tracking = Tracking.begin(
                folder, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT, () -> later);
        long[] bytes = {0};
        assertThat(tracking.report((_, read) -> bytes[0] = read).changes()).isEmpty();
        assertThat(bytes[0]).isZero();

        Files.writeString(file, "new");
        assertThat(changes(tracking.report((_, read) -> bytes[0] = read)))
                .isEqualTo(Map.of("old", "[CONTENT]"));
        assertThat(bytes[0]).isEqualTo(3);
    }

    @Test
    void readsEveryFileAgainThatWasFreshAtTheSnapshot() throws IOException {
        Files.writeString(folder.resolve("fresh"), "new");
        long[] bytes = {0};
        assertThat(begin().report((_, read) -> bytes[0] = read).changes()).isEmpty();
        assertThat(bytes[0]).isEqualTo(3);
    }

    @Test
    void touchingAFileIsNoChange() throws IOException {
        Path file = folder.resolve("file");
        Files.writeString(file, "same");
        Tracking tracking = begin();
        Files.delete(file);
        Files.writeString(file, "same");

        FileReport report = tracking.report(ScanProgress.SILENT);
        assertThat(report.changes()).isEmpty();
        assertThat(report.untouched()).isEqualTo(2);
    }

    @Test
    void namesPipesAndNeverOpensThem() throws Exception {
        new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor();
        Tracking tracking = begin();
        new ProcessBuilder("mkfifo", folder.resolve("second").toString())
                .start()
                .waitFor();

        FileReport report = tracking.report(ScanProgress.SILENT);

        assertThat(changes(report)).isEqualTo(Map.of("second", "created"));
        assertThat(report.notCovered())
                .extracting(gap -> gap.path().text())
                .containsExactly("pipe", "second");
    }

    @Test
    void followsNoLinkOutOfTheTree() throws IOException {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("out"), outside);
        Tracking tracking = begin();
        Files.writeString(outside.resolve("file"), "outside");

        FileReport report = tracking.report(ScanProgress.SILENT);
        assertThat(report.changes()).isEmpty();
        assertThat(report.untouched()).isEqualTo(2);
    }

    @Test
    void whatWasNotKnownBeforeIsNeverCalledCreated() {
        Snapshot.Gaps gaps =
                new Snapshot.Gaps(List.of(new NotCovered(new TrackedPath("a/b"), "closed")));
        Map<TrackedPath, FileState> entries =
                Map.of(new TrackedPath("a/b"), new FileState.Folder(new FileState.Access(0, 0, 0)));

        assertThat(gaps.hold(new TrackedPath("a/b/c/d"), entries)).isTrue();
        assertThat(gaps.hold(new TrackedPath("a/b"), entries)).isFalse();
        assertThat(gaps.hold(new TrackedPath("a/b"), Map.of())).isTrue();
        assertThat(gaps.hold(new TrackedPath("a/c"), entries)).isFalse();
    }

    @Test
    void namesWhatMayHaveBeenThereBefore() throws Exception {
        Files.createDirectory(folder.resolve("closed"));
        Files.writeString(folder.resolve("closed/file"), "whose?");
        Snapshot snapshot = new Snapshot(
                folder,
                Instant.now(),
                Map.of(
                        TrackedPath.ROOT,
                        new FileState.Folder(FileAttributes.of(folder).access()),
                        new TrackedPath("closed"),
                        new FileState.Folder(
                                FileAttributes.of(folder.resolve("closed")).access())),
                List.of(new NotCovered(new TrackedPath("closed"), "it could not be listed")));
        ScanWatch watch = new ScanWatch(Duration.ofMinutes(1), ScanProgress.SILENT);
        Comparison comparison = new Comparison(snapshot, watch);
        FolderScan.walk(folder, 10, watch, comparison);

        FileReport report = comparison.report(Instant.now(), Optional.empty());
        assertThat(report.changes()).isEmpty();
        assertThat(report.notCovered())
                .extracting(gap -> gap.path().text())
                .containsExactly("closed", "closed/file");
    }

    @Test
    void namesHardLinksOfWhatChanged() throws IOException {
        Files.writeString(folder.resolve("one"), "old");
        Files.createLink(folder.resolve("two"), folder.resolve("one"));
        Tracking tracking = begin();
        Files.writeString(folder.resolve("one"), "new");

        FileReport report = tracking.report(ScanProgress.SILENT);
        assertThat(changes(report)).hasSize(2);
        assertThat(report.notCovered())
                .hasSize(2)
                .allMatch(gap -> gap.reason().contains("hard links"));
    }

    @Test
    void aspectsAreNamedEachByItself() {
        FileState.Stamp stamp = new FileState.Stamp(1, 2, 3, 4, 1);
        FileState one = new FileState.Special(new FileState.Access(0600, 0, 0), stamp);
        FileState other = new FileState.Special(
                new FileState.Access(0640, 0, 5), new FileState.Stamp(1, 9, 3, 4, 1));
        assertThat(one.differsFrom(other))
                .isEqualTo(Set.of(Aspect.CONTENT, Aspect.PERMISSIONS, Aspect.OWNER));
        assertThat(one.differsFrom(one)).isEmpty();
    }
}
