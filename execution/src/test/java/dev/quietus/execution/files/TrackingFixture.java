package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder of its own for each test, and the state of its tracking beside it. */
abstract class TrackingFixture {
    @TempDir
    Path temp;

    Path folder;
    UnitFolder unit;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temp.resolve("tracked")).toRealPath();
        unit = UnitFolder.of(temp.resolve("state"), "run", "op");
    }

    Tracking begin() {
        return begin(TrackingLimits.DEFAULT);
    }

    Tracking begin(TrackingLimits limits) {
        return Tracking.begin(folder, unit, limits, ScanProgress.SILENT);
    }

    /** What the snapshot says of a file. */
    FileState.Regular kept(String path) {
        return (FileState.Regular) Objects.requireNonNull(
                Snapshot.read(unit.snapshot()).entries().get(new TrackedPath(path)));
    }

    /** What was done to each path, one word or the changed aspects. */
    static Map<String, String> changes(FileReport report) {
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
}
