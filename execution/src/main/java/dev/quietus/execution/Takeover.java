package dev.quietus.execution;

import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.files.UnitFolder;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.MembersEnd;
import dev.quietus.execution.unit.OrphanedUnit;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.execution.unit.UnitText;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Finishes what a dead supervisor has left: ends its unit, and then compares the folder that it
 * tracked. Repeatable by anybody on the machine.
 *
 * @param system the operating system
 * @param state the state folder of this machine
 */
public record Takeover(UnitSystem system, Path state) {
    /** What is said of work that the supervisor itself did for what asked for it in the unit. */
    public static final String LET_THROUGH =
            "whoever had let it through died, and what asked for it has ended";

    /**
     * What was found.
     *
     * @param confirmed whether it is proven that nothing of the unit lives
     * @param seen how many processes of it were found
     * @param files what changed in the tracked folder; empty where none was tracked, or it could
     *     not be compared
     * @param words all of it, for people
     */
    public record Found(boolean confirmed, int seen, Optional<FileReport> files, String words) {
        /**
         * The result that takes the place of the one that the supervisor can't tell any more.
         *
         * @param outcome {@code failed}, or {@code cancelled} where a stop was requested
         */
        public UnitJournal.Ended ended(String outcome) {
            String effect = files.map(report -> switch (report.shown()) {
                        case CHANGED -> "present";
                        case UNCHANGED -> "absent";
                        case NOT_KNOWN -> "unknown";
                    })
                    .orElse("not_reported");
            return new UnitJournal.Ended(outcome, effect, "", "its supervisor died", words);
        }
    }

    /**
     * Ends a unit.
     *
     * @param holder the process with whose end everything of it has ended, where one was noted
     * @param grace how long its processes are given to end by themselves
     */
    public Found end(
            UnitName unit,
            Optional<ProcessKey> holder,
            Duration grace,
            String run,
            String operation) {
        MembersEnd end =
                OrphanedUnit.end(system, unit, holder, Budgets.USUAL.grace(grace), step -> {});
        return found(end.confirmed(), end.seen(), UnitText.members(end), run, operation);
    }

    /** Of a unit that can't have outlived a start of the machine. */
    public Found rebooted(String run, String operation) {
        return found(true, 0, "the machine was started again since", run, operation);
    }

    private Found found(boolean confirmed, int seen, String words, String run, String operation) {
        if (!confirmed) {
            return new Found(false, seen, Optional.empty(), words);
        }
        UnitFolder folder = UnitFolder.of(state, run, operation);
        if (!folder.begun()) {
            return new Found(true, seen, Optional.empty(), words);
        }
        try {
            FileReport report =
                    Tracking.resume(folder, TrackingLimits.DEFAULT).report((entries, bytes) -> {});
            return new Found(
                    true, seen, Optional.of(report), words + "; " + UnitText.files(report));
        } catch (FileTrackingException e) {
            return new Found(
                    true,
                    seen,
                    Optional.empty(),
                    words + "; the tracked folder could not be compared: " + e.getMessage());
        }
    }
}
