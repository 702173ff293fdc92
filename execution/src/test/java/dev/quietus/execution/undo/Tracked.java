package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.ScanProgress;
import dev.quietus.execution.files.TrackedPath;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.files.UnitFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A tracked folder with its state, for tests. */
final class Tracked {
    static final Duration LIMIT = Duration.ofMinutes(1);

    final Path folder;
    final UnitFolder unit;

    Tracked(Path temp, String name) throws IOException {
        folder = Files.createDirectories(temp.resolve(name)).toRealPath();
        unit = UnitFolder.of(temp.resolve("state"), "run", name);
    }

    /** Something that changes the folder. */
    interface Work {
        void in(Path folder) throws Exception;
    }

    /** Runs a command under tracking. */
    FileReport run(Work command) throws Exception {
        Tracking tracking =
                Tracking.begin(folder, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT);
        command.in(folder);
        return tracking.report(ScanProgress.SILENT);
    }

    FileUndo undo() {
        return new FileUndo(unit, LIMIT);
    }

    static PathResult.Outcome outcome(UndoResult result, String path) {
        return result.paths().stream()
                .filter(one -> one.path().equals(new TrackedPath(path)))
                .findFirst()
                .orElseThrow()
                .outcome();
    }

    static Verdict verdict(UndoPlan plan, String path) {
        return plan.paths().stream()
                .filter(one -> one.path().equals(new TrackedPath(path)))
                .findFirst()
                .orElseThrow()
                .verdict();
    }
}
