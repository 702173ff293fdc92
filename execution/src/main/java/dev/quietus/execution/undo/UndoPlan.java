package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileReport;

import java.util.List;

/**
 * What an undo would do, path by path, as far as the folder stays as it is.
 *
 * @param report what the command did
 * @param paths one per change, a folder before what is in it
 */
public record UndoPlan(FileReport report, List<PlannedPath> paths) {
    /** Copies the list. */
    public UndoPlan {
        paths = List.copyOf(paths);
    }

    /** Tells whether there is anything to do. */
    public boolean acts() {
        return paths.stream().anyMatch(path -> path.verdict().acts());
    }

    /** How many paths have a verdict. */
    public long count(Verdict verdict) {
        return paths.stream().filter(path -> path.verdict() == verdict).count();
    }
}
