package dev.quietus.execution.files;

import dev.quietus.core.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was in the tracked folder before the command started.
 *
 * @param folder the tracked folder, absolute and without links
 * @param takenAt when it was begun
 * @param entries what stood where
 * @param notCovered what can't be spoken for
 */
record Snapshot(
        Path folder,
        Instant takenAt,
        Map<TrackedPath, FileState> entries,
        List<NotCovered> notCovered) {
    static final String FORMAT = "quietus.files.snapshot";

    private static final int MAX_LINES = 2 * TrackingLimits.MOST_ENTRIES + 1;

    /** Reads a snapshot; see {@link RecordLines#read}. */
    static Snapshot read(Path file) {
        Map<TrackedPath, FileState> entries = new HashMap<>();
        List<NotCovered> notCovered = new ArrayList<>();
        List<RecordFields> heads = new ArrayList<>();
        RecordLines.read(file, FORMAT, MAX_LINES, line -> {
            if (line.has("folder")) {
                heads.add(line);
            } else if (line.has("not_covered")) {
                notCovered.add(notCovered(line));
            } else {
                TrackedPath path = new TrackedPath(line.text("path"));
                if (entries.put(path, StateFields.read(line)) != null) {
                    throw new IllegalArgumentException(path + " is there twice");
                }
            }
        });
        if (heads.size() != 1) {
            throw new FileTrackingException(
                    FileTrackingException.Code.DAMAGED, file + " does not name one folder");
        }
        return new Snapshot(
                folder(heads.getFirst()),
                Instant.parse(heads.getFirst().text("taken_at")),
                entries,
                notCovered);
    }

    static Map<String, Object> head(Path folder, Instant takenAt) {
        return Map.of("folder", folderText(folder), "taken_at", Wire.time(takenAt));
    }

    static Map<String, Object> line(NotCovered notCovered) {
        return Map.of("not_covered", notCovered.path().text(), "reason", notCovered.reason());
    }

    static NotCovered notCovered(RecordFields line) {
        return new NotCovered(new TrackedPath(line.text("not_covered")), line.text("reason"));
    }

    static String folderText(Path folder) {
        return NameText.encodeTarget(folder);
    }

    static Path folder(RecordFields line) {
        return NameText.decodeTarget(line.text("folder"));
    }

    /** What was not covered, to be looked up. */
    static final class Gaps {
        private final Map<TrackedPath, NotCovered> gaps = new HashMap<>();

        Gaps(List<NotCovered> notCovered) {
            notCovered.forEach(gap -> gaps.put(gap.path(), gap));
        }

        /** Tells whether nothing is known of what was at a path or of all in a folder above it. */
        boolean hold(TrackedPath path, Map<TrackedPath, FileState> entries) {
            for (TrackedPath at = path; ; at = at.parent()) {
                boolean known = entries.containsKey(at);
                if (gaps.containsKey(at) && (!known || !at.equals(path))) {
                    return true;
                }
                if (at.isRoot()) {
                    return false;
                }
            }
        }
    }

    /** Writes entries as they are met; see {@link RecordLines#write}. */
    static void write(Path file, RecordLines.Source source) throws IOException {
        RecordLines.write(file, FORMAT, source);
    }
}
