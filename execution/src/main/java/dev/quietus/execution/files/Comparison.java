package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Compares the folder as it is with a snapshot. A file is read again unless size, inode and both
 * times are those of the snapshot and lie well before it: a file that was written to in the very
 * moment of the snapshot could look untouched otherwise.
 */
final class Comparison implements FolderScan.Visitor {
    /** Times of file systems are coarse: FAT counts in two seconds. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private final Snapshot snapshot;
    private final Map<TrackedPath, FileState> remaining;
    private final Map<TrackedPath, List<TrackedPath>> children = new HashMap<>();
    private final Snapshot.Gaps gaps;
    private final FileContent content;
    private final long trusted;
    private final List<FileChange> changes = new ArrayList<>();
    private final List<NotCovered> notCovered = new ArrayList<>();
    private final Set<TrackedPath> unlooked = new HashSet<>();
    private final Set<TrackedPath> gone = new HashSet<>();
    private long untouched;

    Comparison(Snapshot snapshot, ScanWatch watch) {
        this.snapshot = snapshot;
        this.remaining = new HashMap<>(snapshot.entries());
        this.gaps = new Snapshot.Gaps(snapshot.notCovered());
        this.content = new FileContent(watch);
        this.trusted =
                TimeUnit.MILLISECONDS.toNanos(snapshot.takenAt().minus(SLACK).toEpochMilli());
        snapshot.entries().keySet().stream()
                .filter(path -> !path.isRoot())
                .forEach(path -> children.computeIfAbsent(path.parent(), _ -> new ArrayList<>())
                        .add(path));
    }

    @Override
    public void found(TrackedPath path, FileState now) {
        FileState before = remaining.remove(path);
        if (before == null) {
            if (gaps.hold(path, snapshot.entries())) {
                notCovered(new NotCovered(path, "it is not known what was here before"));
            } else {
                changes.add(new FileChange.Created(path, now));
            }
            return;
        }
        Set<FileState.Aspect> aspects = before.differsFrom(now);
        if (aspects.isEmpty()) {
            untouched++;
        } else {
            changes.add(new FileChange.Changed(path, before, now, aspects));
            nameHardLinks(path, now);
        }
        if (before instanceof FileState.Folder && !(now instanceof FileState.Folder)) {
            gone.add(path);
        }
    }

    private void nameHardLinks(TrackedPath path, FileState now) {
        if (now instanceof FileState.Regular regular && regular.stamp().names() > 1) {
            notCovered(new NotCovered(
                    path,
                    "the file has " + regular.stamp().names()
                            + " names (hard links); each is taken for a file of its own"));
        }
    }

    @Override
    public void file(TrackedPath path, Path file, FileAttributes seen, Territory territory)
            throws IOException, ScanWatch.Ended {
        Keeping.NotKept why = new Keeping.NotKept(
                switch (territory) {
                    case ORDINARY -> Keeping.Reason.AFTERWARDS;
                    case REPOSITORY -> Keeping.Reason.REPOSITORY;
                    case OBJECTS -> Keeping.Reason.REPOSITORY_OBJECT;
                });
        Optional<String> known = Optional.ofNullable(remaining.get(path))
                .filter(FileState.Regular.class::isInstance)
                .map(FileState.Regular.class::cast)
                .filter(before -> before.size() == seen.size()
                        && before.stamp().unmoved(seen.stamp())
                        && seen.stamp().olderThan(trusted))
                .flatMap(FileState.Regular::sha256);
        if (known.isPresent() || territory == Territory.OBJECTS) {
            found(path, SnapshotTaking.regular(seen, known, why));
            return;
        }
        try {
            FileContent.Reading reading = content.read(path, file, seen, Optional.empty());
            found(
                    path,
                    SnapshotTaking.regular(
                            reading.attributes(), Optional.of(reading.sha256()), why));
        } catch (NoSuchFileException e) {
            vanished(path);
        } catch (IOException e) {
            found(
                    path,
                    SnapshotTaking.regular(
                            seen,
                            Optional.empty(),
                            new Keeping.NotKept(Keeping.Reason.UNREADABLE)));
            notCovered(new NotCovered(path, "its content can't be read: " + FolderScan.reason(e)));
        }
    }

    @Override
    public void listed(TrackedPath folder, Set<String> names) {
        for (TrackedPath child : children.getOrDefault(folder, List.of())) {
            String name = child.text().substring(child.text().lastIndexOf('/') + 1);
            if (!names.contains(name)) {
                gone.add(child);
            }
        }
    }

    @Override
    public void vanished(TrackedPath path) {
        gone.add(path);
    }

    @Override
    public void notCovered(NotCovered gap) {
        notCovered.add(gap);
        if (remaining.containsKey(gap.path())) {
            unlooked.add(gap.path());
        }
    }

    /** The root itself is not there any more. */
    void rootGone() {
        gone.add(TrackedPath.ROOT);
    }

    /** The answer, with what is left of the snapshot: deleted, or not looked at. */
    FileReport report(Instant comparedAt, Optional<String> cutShort) {
        long notCompared = 0;
        Map<TrackedPath, FileState> left = new TreeMap<>(remaining);
        for (Map.Entry<TrackedPath, FileState> entry : left.entrySet()) {
            TrackedPath path = entry.getKey();
            boolean deleted = gone.contains(path)
                    || !path.isRoot() && gone.contains(path.parent()) && !unlooked.contains(path);
            if (deleted) {
                gone.add(path);
                changes.add(new FileChange.Deleted(path, entry.getValue()));
            } else {
                notCompared++;
            }
        }
        changes.sort(Comparator.comparing(FileChange::path));
        Set<NotCovered> all = new LinkedHashSet<>(snapshot.notCovered());
        all.addAll(notCovered);
        return new FileReport(
                snapshot.folder(),
                snapshot.takenAt(),
                comparedAt,
                changes,
                untouched,
                List.copyOf(all),
                notCompared,
                cutShort);
    }
}
