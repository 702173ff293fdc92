package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileChange;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.Sight;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A repository that the command created goes as a whole or stays as a whole: as long as every part
 * is as it was left, nobody has put work of their own into it.
 */
final class Repositories {
    private final Map<TrackedPath, PlannedPath> planned;
    private final Sight sight;

    Repositories(Map<TrackedPath, PlannedPath> planned, Sight sight) {
        this.planned = planned;
        this.sight = sight;
    }

    void judge() {
        for (PlannedPath path : List.copyOf(planned.values())) {
            if (createdRepository(path)) {
                asAWhole(path.path());
            }
        }
    }

    private boolean createdRepository(PlannedPath path) {
        return path.change() instanceof FileChange.Created(TrackedPath folder, FileState now)
                && now instanceof FileState.Folder
                && created(folder.child("HEAD"))
                && created(folder.child("objects"))
                && created(folder.child("refs"));
    }

    private boolean created(TrackedPath path) {
        PlannedPath found = planned.get(path);
        return found != null && found.change() instanceof FileChange.Created;
    }

    private void asAWhole(TrackedPath repository) {
        List<PlannedPath> parts = planned.values().stream()
                .filter(part -> part.path().equals(repository)
                        || part.path().text().startsWith(repository.text() + "/"))
                .toList();
        boolean untouched = parts.stream().allMatch(this::asLeft);
        List<PlannedPath> judged = new ArrayList<>();
        for (PlannedPath part : parts) {
            if (untouched) {
                judged.add(
                        part.verdict() == Verdict.ALREADY
                                ? part
                                : part.with(
                                        Verdict.REMOVE,
                                        "it is part of a repository that the command created"));
            } else if (part.verdict() != Verdict.ALREADY) {
                judged.add(part.with(
                        Verdict.CONFLICT,
                        "the repository " + repository + " was used since; it stays as a whole"));
            }
        }
        judged.forEach(part -> planned.put(part.path(), part));
    }

    /** Unchanged, gone, or left alone only because it belongs to a repository. */
    private boolean asLeft(PlannedPath part) {
        if (!(part.change() instanceof FileChange.Created(var path, var now))
                || part.verdict() == Verdict.CONFLICT) {
            return false;
        }
        if (!(now instanceof FileState.Folder) || part.verdict() == Verdict.ALREADY) {
            return true;
        }
        try {
            return sight.names(path).stream().allMatch(name -> created(path.child(name)));
        } catch (IOException e) {
            return false;
        }
    }
}
