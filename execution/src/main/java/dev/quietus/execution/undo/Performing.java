package dev.quietus.execution.undo;

import dev.quietus.execution.files.ContentStore;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.Sight;
import dev.quietus.execution.files.Sight.Seen;
import dev.quietus.execution.files.TrackedPath;
import dev.quietus.execution.undo.PathResult.Outcome;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries a plan out: makes folders usable, removes what was created from the bottom up, brings
 * back what was there from the top down, and gives folders their permissions last. What stands at a
 * path is looked at once more just before it is changed. Used by one thread, once.
 */
final class Performing {
    private final Hands hands;
    private final Sight sight;
    private final Bringing bringing;
    private final Map<TrackedPath, PathResult> results = new LinkedHashMap<>();
    private final Set<TrackedPath> touched = new LinkedHashSet<>();

    Performing(Hands hands, Sight sight, ContentStore store, Temporary temporary) {
        this.hands = hands;
        this.sight = sight;
        this.bringing = new Bringing(hands, store, temporary);
    }

    List<PathResult> perform(UndoPlan plan) {
        List<PlannedPath> down =
                plan.paths().stream().filter(path -> path.verdict().acts()).toList();
        List<PlannedPath> up = new ArrayList<>(down).reversed();
        try {
            each(down, this::makeUsable);
            each(up, this::clear);
            each(down, this::bring);
            each(up, this::finishFolder);
            for (TrackedPath folder : touched) {
                forced(folder);
            }
        } catch (Sight.Over e) {
            String why = String.valueOf(e.getMessage());
            down.forEach(path -> results.putIfAbsent(
                    path.path(), new PathResult(path.path(), Outcome.NOT_REACHED, why)));
        }
        return plan.paths().stream().map(this::result).toList();
    }

    /** Somebody changed it just now. */
    private static final class Changed extends IOException {
        private static final long serialVersionUID = 1L;

        Changed() {
            super("it was changed in the last moment");
        }
    }

    @FunctionalInterface
    private interface Step {
        void take(PlannedPath path) throws IOException, Sight.Over;
    }

    private void each(List<PlannedPath> paths, Step step) throws Sight.Over {
        for (PlannedPath path : paths) {
            if (!results.containsKey(path.path())) {
                try {
                    step.take(path);
                } catch (Changed | DirectoryNotEmptyException e) {
                    put(path, Outcome.CONFLICT, why(e));
                } catch (IOException e) {
                    put(path, Outcome.FAILED, why(e));
                }
            }
        }
    }

    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "it or its folder went away meanwhile";
            case DirectoryNotEmptyException _ -> "something is in it";
            case FileSystemException failure
            when failure.getReason() != null -> failure.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    private void put(PlannedPath path, Outcome outcome, String why) {
        results.put(path.path(), new PathResult(path.path(), outcome, why));
    }

    /** Where the command took the owner's rights from a folder, nothing can be done in it. */
    private void makeUsable(PlannedPath path) throws IOException, Sight.Over {
        if (folderStays(path)
                && sight.look(path.path()) instanceof Seen.There(FileState.Folder now)
                && (now.access().mode() & HalfDone.USABLE) != HalfDone.USABLE
                && stillAsExpected(path, now)) {
            hands.permit(
                    path.path().parent(),
                    name(path),
                    path.before().orElseThrow().access().mode() | HalfDone.USABLE);
        }
    }

    private static boolean folderStays(PlannedPath path) {
        return path.makesFolder() && path.verdict() == Verdict.RESTORE && !path.kindChanges();
    }

    private static Path name(PlannedPath path) {
        return path.path().isRoot() ? Path.of("") : path.path().name();
    }

    private boolean stillAsExpected(PlannedPath path, FileState now) {
        return path.change()
                        .after()
                        .filter(left -> left.differsFrom(now).isEmpty())
                        .isPresent()
                || path.verdict() == Verdict.RESTORE && HalfDone.of(path.change(), now);
    }

    /** Removes what the command left, if that is what is there. */
    private void clear(PlannedPath path) throws IOException, Sight.Over {
        if (!path.clears()) {
            return;
        }
        switch (sight.look(path.path())) {
            case Seen.Unclear(String why) -> put(path, Outcome.CONFLICT, why);
            case Seen.NoFolder(var _, String why) -> put(path, Outcome.CONFLICT, why);
            case Seen.Nothing() -> {
                if (path.verdict() == Verdict.REMOVE) {
                    put(path, Outcome.REMOVED, "it is gone");
                }
            }
            case Seen.There(FileState now) when alreadyBack(path, now) -> {}
            case Seen.There(FileState now) when !stillAsExpected(path, now) -> changed(path);
            case Seen.There(FileState now) -> {
                if (now instanceof FileState.Folder) {
                    hands.removeFolder(path.path().parent(), path.path().name());
                } else {
                    hands.removeFile(path.path().parent(), path.path().name());
                }
                touched.add(path.path().parent());
                if (path.verdict() == Verdict.REMOVE) {
                    put(path, Outcome.REMOVED, path.why());
                }
            }
        }
    }

    private void changed(PlannedPath path) {
        put(path, Outcome.CONFLICT, "it was changed while it was to be taken back");
    }

    /** An earlier round brought it back already, all but its permissions. */
    private static boolean alreadyBack(PlannedPath path, FileState now) {
        return path.kindChanges()
                && path.before().filter(old -> old.getClass() == now.getClass()).isPresent();
    }

    private void bring(PlannedPath path) throws IOException, Sight.Over {
        if (path.verdict() == Verdict.REMOVE) {
            return;
        }
        FileState old = path.before().orElseThrow();
        Seen seen = sight.look(path.path());
        boolean fresh = path.verdict() == Verdict.RECREATE || path.kindChanges();
        switch (seen) {
            case Seen.Unclear(String why) -> put(path, Outcome.CONFLICT, why);
            case Seen.NoFolder(var _, String why) -> put(path, Outcome.CONFLICT, why);
            case Seen.Nothing() when fresh -> make(path, old, Optional.empty());
            case Seen.Nothing() -> put(path, Outcome.CONFLICT, "somebody removed it meanwhile");
            case Seen.There(FileState now)
            when old instanceof FileState.Folder
                    && now instanceof FileState.Folder
                    && (fresh ? HalfDone.of(path.change(), now) : stillAsExpected(path, now)) -> {}
            case Seen.There(FileState now)
            when !fresh && stillAsExpected(path, now) -> make(path, old, Optional.of(now));
            case Seen.There(FileState _) -> changed(path);
        }
    }

    private void make(PlannedPath path, FileState old, Optional<FileState> now)
            throws IOException, Sight.Over {
        touched.add(path.path().parent());
        if (now.isPresent() && !contentDiffers(old, now.get())) {
            bringing.access(path.path(), old, now.get());
        } else {
            bringing.make(path.path(), old, () -> lookAgain(path, now));
        }
        if (!(old instanceof FileState.Folder)) {
            boolean again = path.verdict() == Verdict.RECREATE;
            put(path, again ? Outcome.RECREATED : Outcome.RESTORED, path.why());
        }
    }

    private static boolean contentDiffers(FileState old, FileState now) {
        var aspects = old.differsFrom(now);
        return aspects.contains(FileState.Aspect.CONTENT)
                || aspects.contains(FileState.Aspect.KIND);
    }

    /** The last look before the new thing takes its name. */
    private void lookAgain(PlannedPath path, Optional<FileState> expected)
            throws IOException, Sight.Over {
        Seen seen = sight.look(path.path());
        boolean same = switch (seen) {
            case Seen.Nothing() -> expected.isEmpty();
            case Seen.There(FileState now) ->
                expected.filter(then -> then.differsFrom(now).isEmpty()).isPresent();
            case Seen.Unclear _, Seen.NoFolder _ -> false;
        };
        if (!same) {
            throw new Changed();
        }
    }

    /** Only now can a folder lose the right to write into it. */
    private void finishFolder(PlannedPath path) throws IOException, Sight.Over {
        if (!(path.before().orElse(null) instanceof FileState.Folder old)) {
            return;
        }
        boolean incomplete = results.values().stream()
                .anyMatch(result -> result.outcome() == Outcome.FAILED
                        && !result.path().isRoot()
                        && result.path().parent().equals(path.path()));
        if (incomplete) {
            put(path, Outcome.FAILED, "something in it failed, so it stays open for another try");
        } else if (sight.look(path.path()) instanceof Seen.There(FileState.Folder now)) {
            bringing.access(path.path(), old, now);
            boolean again = path.verdict() == Verdict.RECREATE;
            put(path, again ? Outcome.RECREATED : Outcome.RESTORED, path.why());
        } else {
            put(path, Outcome.FAILED, "the folder went away meanwhile");
        }
    }

    private void forced(TrackedPath folder) {
        try {
            hands.force(folder);
        } catch (IOException e) {
            // It may be gone or unreadable by now. Losing power could bring back what the command
            // left there, which a repeated undo takes back again.
        }
    }

    private PathResult result(PlannedPath path) {
        PathResult done = results.get(path.path());
        if (done != null) {
            return done;
        }
        return new PathResult(
                path.path(),
                switch (path.verdict()) {
                    case ALREADY -> Outcome.ALREADY;
                    case CONFLICT -> Outcome.CONFLICT;
                    case NOT_RESTORABLE -> Outcome.NOT_RESTORABLE;
                    case RESTORE, RECREATE, REMOVE -> Outcome.NOT_REACHED;
                },
                path.why());
    }
}
