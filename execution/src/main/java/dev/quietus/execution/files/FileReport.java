package dev.quietus.execution.files;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a command did to the files of the tracked folder, as far as that is known.
 *
 * @param folder the tracked folder, absolute and without links
 * @param takenAt when the snapshot was begun
 * @param comparedAt when the comparison was begun
 * @param changes every path that differs, a folder before what is in it
 * @param untouched how many paths are as they were
 * @param notCovered what can't be spoken for, by name
 * @param notCompared how many paths of the snapshot were not looked at again
 * @param cutShort why the comparison ended early; empty if it is complete
 */
public record FileReport(
        Path folder,
        Instant takenAt,
        Instant comparedAt,
        List<FileChange> changes,
        long untouched,
        List<NotCovered> notCovered,
        long notCompared,
        Optional<String> cutShort) {
    /** Copies the lists. */
    public FileReport {
        changes = List.copyOf(changes);
        notCovered = List.copyOf(notCovered);
    }

    /** Tells whether every path that the snapshot covers was compared. */
    public boolean complete() {
        return cutShort.isEmpty() && notCompared == 0;
    }

    /** What a comparison shows of the question whether anything was changed. */
    public enum Shown {
        /** Something was. */
        CHANGED,
        /** Nothing was. */
        UNCHANGED,
        /** No change was seen, but not everything could be compared. */
        NOT_KNOWN
    }

    /** What this one shows. */
    public Shown shown() {
        if (!changes.isEmpty()) {
            return Shown.CHANGED;
        }
        return complete() && notCovered.isEmpty() ? Shown.UNCHANGED : Shown.NOT_KNOWN;
    }

    /** How many paths were created. */
    public long created() {
        return changes.stream().filter(FileChange.Created.class::isInstance).count();
    }

    /** How many paths were changed. */
    public long changed() {
        return changes.stream().filter(FileChange.Changed.class::isInstance).count();
    }

    /** How many paths were deleted. */
    public long deleted() {
        return changes.stream().filter(FileChange.Deleted.class::isInstance).count();
    }
}
