package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.execution.files.FileState.Aspect;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrackingTest {
    @TempDir
    Path temp;

    private Path folder;
    private UnitFolder unit;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temp.resolve("tracked")).toRealPath();
        unit = UnitFolder.of(temp.resolve("state"), "run", "op");
    }

    private Tracking begin() {
        return begin(TrackingLimits.DEFAULT);
    }

    private Tracking begin(TrackingLimits limits) {
        return Tracking.begin(folder, unit, limits, ScanProgress.SILENT);
    }

    private static Map<String, String> changes(FileReport report) {
        Map<String, String> lines = new TreeMap<>();
        for (FileChange change : report.changes()) {
            lines.put(
                    change.path().text(),
                    switch (change) {
                        case FileChange.Created _ -> "created";
                        case FileChange.Deleted _ -> "deleted";
                        case FileChange.Changed changed -> changed.aspects().toString();
                    });
        }
        return lines;
    }

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
            out.write("two".getBytes());
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
    void digestsButDoesNotKeepWhatIsTooLarge() throws IOException {
        Files.write(folder.resolve("large"), new byte[3 << 20]);
        Files.write(folder.resolve("medium"), new byte[2 << 20]);
        begin(new TrackingLimits(
                10, 5 << 19, 10 << 20, Duration.ofMinutes(1), Duration.ofMinutes(1)));
        Map<TrackedPath, FileState> entries = Snapshot.read(unit.snapshot()).entries();

        FileState.Regular large = (FileState.Regular) entries.get(new TrackedPath("large"));
        FileState.Regular medium = (FileState.Regular) entries.get(new TrackedPath("medium"));
        assertThat(large.keeping()).isEqualTo(new Keeping.NotKept(Keeping.Reason.TOO_LARGE));
        assertThat(large.sha256()).isPresent();
        assertThat(medium.keeping()).isInstanceOf(Keeping.Kept.class);
    }

    @Test
    void keepsNoMoreThanItsRoom() throws IOException {
        for (int i = 0; i < 5; i++) {
            Files.write(folder.resolve("f" + i), new byte[1000]);
        }
        begin(new TrackingLimits(10, 1000, 3000, Duration.ofMinutes(1), Duration.ofMinutes(1)));

        assertThat(Snapshot.read(unit.snapshot()).entries().values())
                .filteredOn(FileState.Regular.class::isInstance)
                .extracting(state -> ((FileState.Regular) state).keeping())
                .filteredOn(new Keeping.NotKept(Keeping.Reason.BUDGET_SPENT)::equals)
                .hasSize(2);
    }

    @Test
    void refusesWhatItCanNotTrackBeforeAnythingStarts() throws IOException {
        assertRefused(() -> Tracking.begin(
                temp.resolve("nowhere"), unit, TrackingLimits.DEFAULT, ScanProgress.SILENT));
        assertRefused(
                () -> Tracking.begin(temp, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT));
        assertRefused(() -> Tracking.begin(
                unit.path().getParent(), unit, TrackingLimits.DEFAULT, ScanProgress.SILENT));
        for (int i = 0; i < 10; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        assertRefused(() -> begin(
                new TrackingLimits(10, 1000, 3000, Duration.ofMinutes(1), Duration.ofMinutes(1))));
        assertThat(unit.begun()).isFalse();
        assertRefused(() -> Tracking.resume(unit, TrackingLimits.DEFAULT));
        assertRefused(() -> Tracking.recorded(unit));
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        FileTrackingException.class,
                        e -> assertThat(e.code()).isEqualTo(FileTrackingException.Code.REFUSED));
    }

    @Test
    void anInterruptedSnapshotIsNoSnapshotAndCanBeTakenAgain() throws IOException {
        Files.writeString(folder.resolve("file"), "old");
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::begin)
                .isInstanceOfSatisfying(
                        FileTrackingException.class,
                        e -> assertThat(e.code()).isEqualTo(FileTrackingException.Code.STOPPED));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(unit.begun()).isFalse();

        Files.writeString(folder.resolve("file"), "newer");
        assertThat(begin().report(ScanProgress.SILENT).changes()).isEmpty();
    }

    @Test
    void anInterruptedComparisonSaysWhatItLookedAtAndCanBeCompleted() throws IOException {
        for (int i = 0; i < 3_000; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        Tracking tracking = begin();
        Files.delete(folder.resolve("f7"));

        FileReport partial = tracking.report((_, _) -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(partial.complete()).isFalse();
        assertThat(partial.cutShort())
                .hasValueSatisfying(why -> assertThat(why).contains("interrupted"));
        assertThat(changes(partial)).isEqualTo(Map.of("f7", "deleted"));
        assertThat(partial.notCompared()).isEqualTo(3_000 - partial.untouched());

        FileReport whole = tracking.report(ScanProgress.SILENT);
        assertThat(whole.complete()).isTrue();
        assertThat(whole.untouched()).isEqualTo(3_000);
    }

    @Test
    void beginningAgainKeepsTheFirstSnapshot() throws IOException {
        Files.writeString(folder.resolve("file"), "old");
        begin();
        Files.writeString(folder.resolve("file"), "new");

        assertThat(changes(begin().report(ScanProgress.SILENT)))
                .isEqualTo(Map.of("file", "[CONTENT]"));
        Path other = Files.createDirectory(temp.resolve("other"));
        assertRefused(
                () -> Tracking.begin(other, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT));
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
