package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Takes a snapshot: every state into the record, every content into the store. */
final class SnapshotTaking implements FolderScan.Visitor {
    private final ContentStore store;
    private final TrackingLimits limits;
    private final RecordLines.Sink sink;
    private final FileContent content;
    private Optional<IOException> failure = Optional.empty();
    private long kept;

    SnapshotTaking(
            ContentStore store, TrackingLimits limits, ScanWatch watch, RecordLines.Sink sink) {
        this.store = store;
        this.limits = limits;
        this.sink = sink;
        this.content = new FileContent(watch);
    }

    /** Throws what could not be thrown while the folder was walked. */
    void check() throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    @Override
    public void found(TrackedPath path, FileState state) throws IOException {
        check();
        TreeMap<String, Object> line = new TreeMap<>(StateFields.of(state));
        line.put("path", path.text());
        sink.line(line);
    }

    @Override
    public void file(TrackedPath path, Path file, FileAttributes seen, Territory territory)
            throws IOException, ScanWatch.Ended {
        Optional<Keeping.Reason> reason = reasonNotToKeep(seen, territory);
        if (reason.filter(Keeping.Reason.REPOSITORY_OBJECT::equals).isPresent()) {
            found(path, regular(seen, Optional.empty(), new Keeping.NotKept(reason.get())));
            return;
        }
        FileContent.Reading reading;
        try {
            reading = content.read(
                    path, file, seen, reason.isPresent() ? Optional.empty() : Optional.of(store));
        } catch (NoSuchFileException e) {
            vanished(path);
            return;
        } catch (ContentStore.Failed e) {
            throw e;
        } catch (IOException e) {
            unread(path, seen, e);
            return;
        }
        reading.blob().ifPresent(_ -> kept += reading.attributes().size());
        Keeping keeping = reading.blob()
                .<Keeping>map(Keeping.Kept::new)
                .orElseGet(() -> new Keeping.NotKept(reason.orElseThrow()));
        found(path, regular(reading.attributes(), Optional.of(reading.sha256()), keeping));
    }

    private Optional<Keeping.Reason> reasonNotToKeep(FileAttributes seen, Territory territory) {
        return switch (territory) {
            case OBJECTS -> Optional.of(Keeping.Reason.REPOSITORY_OBJECT);
            case REPOSITORY -> Optional.of(Keeping.Reason.REPOSITORY);
            case ORDINARY ->
                seen.size() > limits.keptFileBytes()
                        ? Optional.of(Keeping.Reason.TOO_LARGE)
                        : kept + seen.size() > limits.keptBytes()
                                ? Optional.of(Keeping.Reason.BUDGET_SPENT)
                                : Optional.empty();
        };
    }

    /** Its name and permissions are known all the same. */
    private void unread(TrackedPath path, FileAttributes seen, IOException e) throws IOException {
        found(
                path,
                regular(seen, Optional.empty(), new Keeping.NotKept(Keeping.Reason.UNREADABLE)));
        notCovered(new NotCovered(path, "its content can't be read: " + FolderScan.reason(e)));
    }

    static FileState.Regular regular(
            FileAttributes seen, Optional<String> sha256, Keeping keeping) {
        return new FileState.Regular(seen.size(), sha256, keeping, seen.access(), seen.stamp());
    }

    @Override
    public void listed(TrackedPath folder, Set<String> names) {}

    @Override
    public void vanished(TrackedPath path) {
        notCovered(new NotCovered(path, "it vanished while the snapshot was taken"));
    }

    @Override
    public void notCovered(NotCovered notCovered) {
        try {
            sink.line(Snapshot.line(notCovered));
        } catch (IOException e) {
            failure = Optional.of(e);
        }
    }
}
