package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileReport;

import java.util.List;

/**
 * What an undo came to.
 *
 * @param report what the command did
 * @param paths one per change, a folder before what is in it
 */
public record UndoResult(FileReport report, List<PathResult> paths) {
    /** Copies the list. */
    public UndoResult {
        paths = List.copyOf(paths);
    }

    /** Tells whether the report is complete and every change that it names is taken back. */
    public boolean whole() {
        return report.complete()
                && paths.stream().allMatch(path -> path.outcome().takenBack());
    }

    /** How many paths have an outcome. */
    public long count(PathResult.Outcome outcome) {
        return paths.stream().filter(path -> path.outcome() == outcome).count();
    }
}
