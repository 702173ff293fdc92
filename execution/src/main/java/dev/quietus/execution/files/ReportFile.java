package dev.quietus.execution.files;

import dev.quietus.core.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The report on disk: its head, then a line per change and per path that is not covered. */
final class ReportFile {
    static final String FORMAT = "quietus.files.report";

    private static final int MAX_LINES = 4 * TrackingLimits.MOST_ENTRIES;

    private ReportFile() {}

    static void write(Path file, FileReport report) throws IOException {
        RecordLines.write(file, FORMAT, sink -> {
            sink.line(head(report));
            for (FileChange change : report.changes()) {
                sink.line(line(change));
            }
            for (NotCovered gap : report.notCovered()) {
                sink.line(Snapshot.line(gap));
            }
        });
    }

    private static Map<String, Object> head(FileReport report) {
        Map<String, Object> head = new TreeMap<>();
        head.put("folder", Snapshot.folderText(report.folder()));
        head.put("taken_at", Wire.time(report.takenAt()));
        head.put("compared_at", Wire.time(report.comparedAt()));
        head.put("untouched", report.untouched());
        head.put("not_compared", report.notCompared());
        report.cutShort().ifPresent(why -> head.put("cut_short", why));
        return head;
    }

    static Map<String, Object> line(FileChange change) {
        Map<String, Object> line = new TreeMap<>();
        line.put("path", change.path().text());
        change.before().ifPresent(state -> line.put("before", StateFields.of(state)));
        change.after().ifPresent(state -> line.put("after", StateFields.of(state)));
        switch (change) {
            case FileChange.Created _ -> line.put("change", "created");
            case FileChange.Deleted _ -> line.put("change", "deleted");
            case FileChange.Changed changed -> {
                line.put("change", "changed");
                line.put("aspects", changed.aspects().stream().map(Wire::of).toList());
            }
        }
        return line;
    }

    static FileReport read(Path file) {
        List<RecordFields> heads = new ArrayList<>();
        List<FileChange> changes = new ArrayList<>();
        List<NotCovered> gaps = new ArrayList<>();
        RecordLines.read(file, FORMAT, MAX_LINES, line -> {
            if (line.has("folder")) {
                heads.add(line);
            } else if (line.has("not_covered")) {
                gaps.add(Snapshot.notCovered(line));
            } else {
                changes.add(change(line));
            }
        });
        if (heads.size() != 1) {
            throw new FileTrackingException(
                    FileTrackingException.Code.DAMAGED, file + " does not name one folder");
        }
        RecordFields head = heads.getFirst();
        return new FileReport(
                Snapshot.folder(head),
                Instant.parse(head.text("taken_at")),
                Instant.parse(head.text("compared_at")),
                changes,
                head.number("untouched"),
                gaps,
                head.number("not_compared"),
                head.optionalText("cut_short"));
    }

    static FileChange change(RecordFields line) {
        TrackedPath path = new TrackedPath(line.text("path"));
        Optional<FileState> before = line.optionalObject("before").map(StateFields::read);
        Optional<FileState> after = line.optionalObject("after").map(StateFields::read);
        return switch (line.text("change")) {
            case "created" -> new FileChange.Created(path, there(after));
            case "deleted" -> new FileChange.Deleted(path, there(before));
            case "changed" ->
                new FileChange.Changed(path, there(before), there(after), aspects(line));
            default ->
                throw new IllegalArgumentException("change is '" + line.text("change") + "'");
        };
    }

    private static FileState there(Optional<FileState> state) {
        return state.orElseThrow(
                () -> new IllegalArgumentException("a change lacks what was there"));
    }

    private static Set<FileState.Aspect> aspects(RecordFields line) {
        EnumSet<FileState.Aspect> aspects = EnumSet.noneOf(FileState.Aspect.class);
        line.texts("aspects")
                .forEach(word -> aspects.add(Wire.parse("aspects", FileState.Aspect.class, word)));
        return aspects;
    }
}
