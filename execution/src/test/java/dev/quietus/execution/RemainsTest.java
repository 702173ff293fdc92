package dev.quietus.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.execution.files.UnitFolder;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RemainsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration OLD = Remains.KEPT.plusMinutes(1);
    private static final Duration YOUNG = Remains.KEPT.minusMinutes(1);

    @TempDir
    Path state;

    private UnitSystem system;
    private Remains remains;

    @BeforeEach
    void open() {
        system = Units.open(Units.Wish.PLAIN);
        remains = new Remains(system, state, InstantSource.fixed(NOW));
    }

    /** The folder of a command that ended so long ago, with output and a snapshot. */
    private Path left(String run, String operation, Duration ago) throws IOException {
        Path files = UnitFolder.of(state, run, operation).path();
        Files.createDirectories(files.resolve("content/ab"));
        Path folder = parent(files);
        for (String file : List.of("output", "report.json", "files/content/ab/cd")) {
            Files.writeString(folder.resolve(file), "x");
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.toList()) {
                Files.setLastModifiedTime(each, FileTime.from(NOW.minus(ago)));
            }
        }
        return folder;
    }

    private static Path parent(Path path) {
        return Optional.ofNullable(path.getParent()).orElseThrow();
    }

    @Test
    void clearsWhatNobodyTouchedForThirtyDays() throws Exception {
        Path old = left("run-1", "build", OLD);
        Path young = left("run-2", "build", YOUNG);
        assertThat(remains.clear()).isEqualTo(1);
        assertThat(parent(old)).doesNotExist();
        assertThat(young.resolve("files/content/ab/cd")).exists();
        assertThat(remains.clear()).isZero();
    }

    /** An undo long after the command keeps its record alive. */
    @Test
    void leavesAFolderInWhichOneThingIsYoung() throws Exception {
        Path folder = left("run-1", "build", OLD);
        Files.createDirectories(folder.resolve("files/undo"));
        assertThat(remains.clear()).isZero();
        assertThat(folder.resolve("output")).exists();
    }

    @Test
    void leavesWhatTheJournalStillNames() throws Exception {
        Path folder = left("run-1", "build", OLD);
        UnitName unit = new UnitName(
                "h", "s", new ProcessKey(10, 20), new ProcessKey(30, 40), "5f6a86fa79a75d5e");
        UnitJournal journal = UnitJournal.in(state);
        journal.write(new UnitJournal.Entry(
                unit,
                "http://127.0.0.1:7171",
                "run-1",
                "build",
                1,
                Optional.empty(),
                Duration.ofSeconds(5),
                List.of(),
                Optional.empty()));
        assertThat(remains.clear()).isZero();
        journal.delete(unit);
        assertThat(remains.clear()).isEqualTo(1);
        assertThat(folder).doesNotExist();
    }

    @Test
    void looksOnceADay() throws Exception {
        assertThat(remains.clearDaily()).isZero();
        left("run-1", "build", OLD);
        assertThat(remains.clearDaily()).isEqualTo(1);
        left("run-1", "again", OLD);
        assertThat(remains.clearDaily()).isZero();
        InstantSource tomorrow = InstantSource.fixed(NOW.plus(Duration.ofHours(25)));
        assertThat(new Remains(system, state, tomorrow).clearDaily()).isEqualTo(1);
    }

    @Test
    void followsNoLinkOutOfTheStateFolder(@TempDir Path elsewhere) throws Exception {
        Path precious = elsewhere.resolve("precious");
        Files.writeString(precious, "x");
        Path folder = left("run-1", "build", OLD);
        Files.createSymbolicLink(parent(folder).resolve("out"), elsewhere);
        assertThat(remains.clear()).isEqualTo(1);
        assertThat(folder).doesNotExist();
        assertThat(precious).exists();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void takesAwayEmptyControlGroupsThatNobodyAsksAbout() throws Exception {
        UnitSystem strongest = Units.open(Units.Wish.STRONGEST);
        Instant later = Instant.now().plus(Duration.ofDays(1));
        assumeThat(strongest.limits()).as("what keeps from control groups").isEmpty();
        Path below = ownGroup();
        Path noted = Files.createDirectory(below.resolve("quietus-0123456789abcdef"));
        Path forgotten = Files.createDirectory(below.resolve("quietus-fedcba9876543210"));
        try {
            strongest.clear(Set.of("0123456789abcdef"), Instant.now().minus(Duration.ofDays(1)));
            assertThat(forgotten).exists();
            strongest.clear(Set.of("0123456789abcdef"), later);
            assertThat(forgotten).doesNotExist();
            assertThat(noted).exists();
        } finally {
            Files.deleteIfExists(noted);
            Files.deleteIfExists(forgotten);
        }
    }

    /** Where the control group of this process is mounted, as the mount table says. */
    private static Path ownGroup() throws IOException {
        String own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                .filter(line -> line.startsWith("0::"))
                .map(line -> line.substring(3))
                .findFirst()
                .orElseThrow();
        String mount = Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .filter(line -> line.contains(" - cgroup2 "))
                .map(line -> line.split(" ", -1)[4])
                .findFirst()
                .orElseThrow();
        return Path.of(mount + own);
    }
}
