package dev.quietus.execution.undo;

import dev.quietus.execution.files.ContentStore;
import dev.quietus.execution.files.FileChange;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.Keeping;
import dev.quietus.execution.files.Sight;
import dev.quietus.execution.files.Sight.Seen;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what to do about every change, from what is there now. Folders come before what is in
 * them; what has to be emptied is judged last, from the bottom up. Used by one thread.
 */
final class Planning {
    private final Sight sight;
    private final ContentStore store;
    private final Set<TrackedPath> begun;
    private final Map<TrackedPath, PlannedPath> planned = new LinkedHashMap<>();

    /**
     * Prepares it.
     *
     * @param begun the paths that an undo which did not come to its end had set out to change: what
     *     it may have left half done is taken for its own work
     */
    Planning(Sight sight, ContentStore store, Set<TrackedPath> begun) {
        this.sight = sight;
        this.store = store;
        this.begun = begun;
    }

    UndoPlan plan(FileReport report) throws Sight.Over {
        for (FileChange change : report.changes()) {
            planned.put(change.path(), judge(change));
        }
        new Repositories(planned, sight).judge();
        List<PlannedPath> upwards = new ArrayList<>(planned.values()).reversed();
        for (PlannedPath path : upwards) {
            if (path.clearsFolder()) {
                planned.put(path.path(), emptied(path));
            }
        }
        return new UndoPlan(report, List.copyOf(planned.values()));
    }

    private PlannedPath judge(FileChange change) throws Sight.Over {
        PlannedPath above = planned.get(change.path().parent());
        boolean folderToCome = above != null
                && !change.path().isRoot()
                && above.makesFolder()
                && (above.verdict() == Verdict.RECREATE || above.kindChanges());
        Seen seen = folderToCome ? new Seen.Nothing() : sight.look(change.path());
        return switch (seen) {
            case Seen.Unclear(String why) -> new PlannedPath(change, Verdict.CONFLICT, why);
            case Seen.NoFolder(boolean link, String why) ->
                new PlannedPath(change, withoutFolder(change, link), why);
            case Seen.Nothing() -> nothingThere(change);
            case Seen.There(FileState now) -> judge(change, now);
        };
    }

    /**
     * What was created in a folder that is gone is gone with it. Behind a link it might still be
     * there, unless the link is what was there before.
     */
    private Verdict withoutFolder(FileChange change, boolean link) {
        boolean linkIsBack = false;
        for (TrackedPath at = change.path(); !at.isRoot(); at = at.parent()) {
            PlannedPath above = planned.get(at);
            linkIsBack |= above != null
                    && above.verdict() == Verdict.ALREADY
                    && above.before().orElse(null) instanceof FileState.Link;
        }
        return change instanceof FileChange.Created && (!link || linkIsBack)
                ? Verdict.ALREADY
                : Verdict.CONFLICT;
    }

    private PlannedPath nothingThere(FileChange change) {
        return switch (change) {
            case FileChange.Created _ ->
                new PlannedPath(change, Verdict.ALREADY, "it is gone already");
            case FileChange.Deleted(var _, var old) -> bring(change, old, Verdict.RECREATE);
            case FileChange.Changed changed
            when begun.contains(changed.path()) -> bring(change, changed.old(), Verdict.RECREATE);
            case FileChange.Changed _ ->
                new PlannedPath(change, Verdict.CONFLICT, "somebody removed it since");
        };
    }

    private PlannedPath judge(FileChange change, FileState now) {
        Optional<FileState> old = change.before();
        if (old.isPresent() && old.get().differsFrom(now).isEmpty()) {
            return new PlannedPath(change, Verdict.ALREADY, "it is as it was before");
        }
        boolean asLeft =
                change.after().filter(left -> left.differsFrom(now).isEmpty()).isPresent();
        if (asLeft) {
            return old.map(state -> bring(change, state, Verdict.RESTORE))
                    .orElseGet(() -> remove(change, now));
        }
        if (begun.contains(change.path()) && old.isPresent() && HalfDone.of(change, now)) {
            return bring(change, old.get(), Verdict.RESTORE);
        }
        return new PlannedPath(
                change,
                Verdict.CONFLICT,
                change.after().isEmpty()
                        ? "another " + now.called() + " is there now"
                        : "it was changed since the command ended");
    }

    private static PlannedPath remove(FileChange change, FileState now) {
        if (now instanceof FileState.Regular
                && change.after().orElseThrow() instanceof FileState.Regular left
                && left.keeping() instanceof Keeping.NotKept(Keeping.Reason reason)
                && (reason == Keeping.Reason.REPOSITORY
                        || reason == Keeping.Reason.REPOSITORY_OBJECT)) {
            return new PlannedPath(change, Verdict.NOT_RESTORABLE, reason.words());
        }
        return new PlannedPath(change, Verdict.REMOVE, "the command created it");
    }

    private PlannedPath bring(FileChange change, FileState old, Verdict verdict) {
        boolean accessOnly = verdict == Verdict.RESTORE
                && change.after()
                        .map(left -> old.differsFrom(left))
                        .filter(aspects -> !aspects.contains(FileState.Aspect.KIND)
                                && !aspects.contains(FileState.Aspect.CONTENT))
                        .isPresent();
        Optional<String> lost = accessOnly ? Optional.empty() : lost(old);
        return lost.map(why -> new PlannedPath(change, Verdict.NOT_RESTORABLE, why))
                .orElseGet(() -> new PlannedPath(
                        change,
                        verdict,
                        verdict == Verdict.RECREATE
                                ? "the command deleted it"
                                : "the command changed it"));
    }

    /** Why a state can't be had back; empty if it can. */
    private Optional<String> lost(FileState old) {
        return switch (old) {
            case FileState.Folder _, FileState.Link _ -> Optional.empty();
            case FileState.Special _ -> Optional.of("a pipe, socket or device is not made again");
            case FileState.Regular regular ->
                switch (regular.keeping()) {
                    case Keeping.NotKept(Keeping.Reason reason) -> Optional.of(reason.words());
                    case Keeping.Kept(String blob) -> missing(blob);
                };
        };
    }

    private Optional<String> missing(String blob) {
        try {
            return store.has(blob)
                    ? Optional.empty()
                    : Optional.of("its kept content is missing from the store");
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of("its kept content can't be looked up: " + e.getMessage());
        }
    }

    /** A folder goes only when everything in it goes. */
    private PlannedPath emptied(PlannedPath folder) {
        try {
            for (String name : sight.names(folder.path())) {
                TrackedPath path = folder.path().child(name);
                PlannedPath inside = planned.get(path);
                if (inside == null) {
                    return folder.with(
                            Verdict.CONFLICT, name + " is in it, which the command did not leave");
                }
                if (!inside.clears()) {
                    return folder.with(
                            inside.verdict() == Verdict.NOT_RESTORABLE
                                    ? Verdict.NOT_RESTORABLE
                                    : Verdict.CONFLICT,
                            "what is in it stays");
                }
            }
            return folder;
        } catch (IOException e) {
            return folder.with(Verdict.CONFLICT, "it can't be listed");
        }
    }
}
