package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is refused, cut short or not kept, and that it says so. */
class TrackingBoundsTest extends TrackingFixture {
    @Test
    void digestsButDoesNotKeepWhatIsTooLarge() throws IOException {
        Files.write(folder.resolve("large"), new byte[3 << 20]);
        Files.write(folder.resolve("medium"), new byte[2 << 20]);
        begin(new TrackingLimits(
                10, 5 << 19, 10 << 20, Duration.ofMinutes(1), Duration.ofMinutes(1)));

        assertThat(kept("large")).satisfies(large -> {
            assertThat(large.keeping()).isEqualTo(new Keeping.NotKept(Keeping.Reason.TOO_LARGE));
            assertThat(large.sha256()).isPresent();
        });
        assertThat(kept("medium").keeping()).isInstanceOf(Keeping.Kept.class);
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
                unit.path().resolve(".."), unit, TrackingLimits.DEFAULT, ScanProgress.SILENT));
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
}
