package dev.quietus.execution.undo;

import dev.quietus.core.Wire;
import dev.quietus.execution.files.DurableFolder;
import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.RecordFields;
import dev.quietus.execution.files.RecordLines;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The record of undoing one command, in rounds: what a round sets out to do is on the disk before
 * its first step, and its result after its last. A round without a result was cut off.
 */
final class Journal {
    static final String PLAN = "quietus.undo.plan";
    static final String RESULT = "quietus.undo.result";

    private static final int MAX_ROUNDS = 1_000;
    private static final int MAX_LINES = 8_000_000;

    private final Path folder;

    Journal(Path folder) {
        this.folder = folder;
    }

    /**
     * A round that was begun.
     *
     * @param number 1 for the first
     * @param nonce part of the names of temporary files
     * @param by who asked for it
     * @param paths what it set out to do
     */
    record Round(int number, String nonce, String by, Map<TrackedPath, Verdict> paths) {}

    /** The round that was cut off, if there is one. */
    Optional<Round> open() {
        int last = last();
        return last == 0 || Files.exists(result(last)) ? Optional.empty() : Optional.of(read(last));
    }

    /** How many rounds there are. */
    int last() {
        int last = 0;
        while (last < MAX_ROUNDS && Files.exists(plan(last + 1))) {
            last++;
        }
        return last;
    }

    private Round read(int number) {
        List<RecordFields> heads = new ArrayList<>();
        Map<TrackedPath, Verdict> paths = new LinkedHashMap<>();
        RecordLines.read(plan(number), PLAN, MAX_LINES, line -> {
            if (line.has("nonce")) {
                heads.add(line);
            } else {
                paths.put(
                        new TrackedPath(line.text("path")),
                        Wire.parse("verdict", Verdict.class, line.text("verdict")));
            }
        });
        if (heads.size() != 1) {
            throw new FileTrackingException(
                    FileTrackingException.Code.DAMAGED, plan(number) + " has not one head");
        }
        RecordFields head = heads.getFirst();
        return new Round(number, head.text("nonce"), head.text("by"), paths);
    }

    /** Records what a round sets out to do. */
    void begin(Round round, UndoPlan plan, String at) throws IOException {
        if (round.number() > MAX_ROUNDS) {
            throw new IOException("this was taken back " + MAX_ROUNDS + " times already");
        }
        Files.createDirectories(folder);
        DurableFolder.forceParent(folder);
        RecordLines.write(plan(round.number()), PLAN, sink -> {
            sink.line(Map.of("nonce", round.nonce(), "by", round.by(), "at", at));
            for (PlannedPath path : plan.paths()) {
                sink.line(Map.of(
                        "path", path.path().text(),
                        "verdict", Wire.of(path.verdict()),
                        "why", path.why()));
            }
        });
    }

    /** Records what a round came to, which ends it. */
    void end(Round round, UndoResult result, String at) throws IOException {
        RecordLines.write(result(round.number()), RESULT, sink -> {
            sink.line(Map.of("by", round.by(), "at", at, "whole", result.whole()));
            for (PathResult path : result.paths()) {
                sink.line(Map.of(
                        "path", path.path().text(),
                        "outcome", Wire.of(path.outcome()),
                        "why", path.why()));
            }
        });
    }

    private Path plan(int number) {
        return folder.resolve("plan-" + number + ".jsonl");
    }

    private Path result(int number) {
        return folder.resolve("result-" + number + ".jsonl");
    }
}
