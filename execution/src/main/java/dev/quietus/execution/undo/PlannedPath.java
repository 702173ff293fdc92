package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileChange;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;

import java.util.Optional;

/**
 * What an undo would do about one change.
 *
 * @param change what the command did
 * @param verdict what would be done
 * @param why in one clause, for people
 */
public record PlannedPath(FileChange change, Verdict verdict, String why) {
    /** Where. */
    public TrackedPath path() {
        return change.path();
    }

    PlannedPath with(Verdict other, String reason) {
        return new PlannedPath(change, other, reason);
    }

    /** Whether the path is to be a folder once this is done. */
    boolean makesFolder() {
        return verdict != Verdict.REMOVE
                && verdict.acts()
                && change.before().filter(FileState.Folder.class::isInstance).isPresent();
    }

    /** Whether what stands there has to go before what was there before can come. */
    boolean clears() {
        return verdict == Verdict.REMOVE || verdict == Verdict.RESTORE && kindChanges();
    }

    boolean kindChanges() {
        return change instanceof FileChange.Changed changed
                && changed.aspects().contains(FileState.Aspect.KIND);
    }

    /** Whether the state that goes away is a folder, which must be empty then. */
    boolean clearsFolder() {
        return clears()
                && change.after().filter(FileState.Folder.class::isInstance).isPresent();
    }

    Optional<FileState> before() {
        return change.before();
    }
}
