package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnitJournalTest {
    private static final UnitName UNIT = new UnitName(
            "h", "s", new ProcessKey(10, 20), new ProcessKey(30, 40), "5f6a86fa79a75d5e");

    @TempDir
    Path folder = Path.of("");

    private UnitJournal.Entry entry(String operation) {
        return new UnitJournal.Entry(
                UNIT,
                "http://127.0.0.1:7171",
                "run-1",
                operation,
                2,
                Optional.of(new ProcessKey(11, 21)),
                Duration.ofMillis(1_500),
                List.of(Path.of("/srv/a folder")),
                Optional.of(new UnitJournal.Ended(
                        "failed", "unknown", "", "exited with 7", "two\nlines")));
    }

    @Test
    void keepsAnEntryUntilItIsDeleted() throws Exception {
        UnitJournal journal = new UnitJournal(folder.resolve("units"));
        assertThat(journal.all()).isEmpty();
        journal.write(entry("build"));
        assertThat(journal.all()).containsExactly(entry("build"));
        assertThat(journal.find(UNIT)).contains(entry("build"));
        journal.write(entry("build again"));
        assertThat(journal.all()).containsExactly(entry("build again"));
        journal.delete(UNIT);
        journal.delete(UNIT);
        assertThat(journal.has(UNIT)).isFalse();
        assertThat(journal.all()).isEmpty();
    }

    @Test
    void isForItsOwnerOnly() throws Exception {
        UnitJournal journal = new UnitJournal(folder.resolve("units"));
        journal.write(entry("build"));
        Path file = folder.resolve("units/5f6a86fa79a75d5e.unit");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void leavesDamagedFilesWhereTheyAre() throws Exception {
        UnitJournal journal = new UnitJournal(folder);
        journal.write(entry("build"));
        Path file = folder.resolve("5f6a86fa79a75d5e.unit");
        byte[] whole = Files.readAllBytes(file);
        int lastLineBreak = whole.length - 1;
        for (int cut = 0; cut < lastLineBreak; cut++) {
            Files.write(file, java.util.Arrays.copyOf(whole, cut));
            assertThat(journal.all()).as("cut at " + cut).isEmpty();
            assertThat(file).exists();
        }
    }

    @Test
    void refusesWhatWouldBecomeTwoLines() {
        assertThatThrownBy(() -> entry("a\nunit forged"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
