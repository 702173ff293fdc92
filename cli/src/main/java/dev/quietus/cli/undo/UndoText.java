package dev.quietus.cli.undo;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Sign;
import dev.quietus.cli.view.Table;
import dev.quietus.cli.view.Table.Cell;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.core.Wire;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.undo.PathResult;
import dev.quietus.execution.undo.PlannedPath;
import dev.quietus.execution.undo.UndoPlan;
import dev.quietus.execution.undo.UndoResult;
import dev.quietus.execution.undo.Verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What people and programs read of an undo. */
public final class UndoText {
    private UndoText() {}

    /** A plan, a line per path and then what it does not cover. */
    public static List<String> lines(UndoPlan plan, String address, Console console) {
        List<String> lines = new ArrayList<>();
        long acts = plan.paths().stream().filter(path -> path.verdict().acts()).count();
        lines.add("Would take back " + acts + " of "
                + Line.count(plan.paths().size(), "change")
                + " in " + SafeText.of(plan.report().folder().toString()));
        Table table = new Table().left("").text("PATH").left("WHY");
        for (PlannedPath path : plan.paths()) {
            table.row(
                    Cell.of(sign(path.verdict()), Line.words(Wire.of(path.verdict()))),
                    Cell.of(path.path().text()),
                    Cell.of(path.why()));
        }
        add(lines, table, console, plan.paths().isEmpty());
        notCovered(lines, plan.report());
        lines.add(
                acts > 0
                        ? "Nothing was changed. quietus undo " + SafeText.of(address)
                        : plan.count(Verdict.ALREADY) == plan.paths().size()
                                ? "Everything is as it was before the command."
                                : "Nothing can be taken back.");
        return lines;
    }

    /** A result, a line per path and then what it does not cover. */
    public static List<String> lines(UndoResult result, Console console) {
        List<String> lines = new ArrayList<>();
        lines.add((result.whole() ? "Taken back: " : "Not all is taken back: ") + summary(result));
        Table table = new Table().left("").text("PATH").left("WHY");
        for (PathResult path : result.paths()) {
            table.row(
                    Cell.of(sign(path.outcome()), Line.words(Wire.of(path.outcome()))),
                    Cell.of(path.path().text()),
                    Cell.of(path.why()));
        }
        add(lines, table, console, result.paths().isEmpty());
        notCovered(lines, result.report());
        return lines;
    }

    private static void add(List<String> lines, Table table, Console console, boolean empty) {
        if (!empty) {
            table.lines(console).forEach(lines::add);
        }
    }

    private static void notCovered(List<String> lines, FileReport report) {
        report.notCovered()
                .forEach(gap -> lines.add("not covered   "
                        + SafeText.of(gap.path().text()) + "   " + SafeText.of(gap.reason())));
        report.cutShort()
                .ifPresent(why -> lines.add("not compared  "
                        + Line.count(report.notCompared(), "path") + ": " + SafeText.of(why)));
    }

    /** {@code 3 restored · 1 removed · 1 conflict}. */
    public static String summary(UndoResult result) {
        Map<PathResult.Outcome, Long> counts = new LinkedHashMap<>();
        for (PathResult.Outcome outcome : PathResult.Outcome.values()) {
            long count = result.count(outcome);
            if (count > 0) {
                counts.put(outcome, count);
            }
        }
        if (counts.isEmpty()) {
            return "nothing was changed";
        }
        List<String> parts = new ArrayList<>();
        counts.forEach((outcome, count) -> parts.add(count + " " + Line.words(Wire.of(outcome))));
        return String.join(" · ", parts);
    }

    private static Sign sign(Verdict verdict) {
        return switch (verdict) {
            case RESTORE, RECREATE, REMOVE -> Sign.UNDER_WAY;
            case ALREADY -> Sign.REACHED;
            case CONFLICT, NOT_RESTORABLE -> Sign.NEEDS_PERSON;
        };
    }

    private static Sign sign(PathResult.Outcome outcome) {
        return switch (outcome) {
            case RESTORED, RECREATED, REMOVED, ALREADY -> Sign.REACHED;
            case NOT_REACHED -> Sign.NOT_YET;
            case CONFLICT, NOT_RESTORABLE, FAILED -> Sign.NEEDS_PERSON;
        };
    }

    /** The plan for programs. */
    public static JsonObject json(UndoPlan plan) {
        List<JsonObject> paths = plan.paths().stream()
                .map(path -> JsonObject.builder()
                        .put("path", path.path().text())
                        .put("verdict", Wire.of(path.verdict()))
                        .put("why", path.why())
                        .build())
                .toList();
        return report(plan.report()).put("paths", JsonArray.of(paths)).build();
    }

    /** The result for programs. */
    public static JsonObject json(UndoResult result) {
        List<JsonObject> paths = result.paths().stream()
                .map(path -> JsonObject.builder()
                        .put("path", path.path().text())
                        .put("outcome", Wire.of(path.outcome()))
                        .put("why", path.why())
                        .build())
                .toList();
        return report(result.report())
                .put("whole", result.whole())
                .put("paths", JsonArray.of(paths))
                .build();
    }

    private static JsonObject.Builder report(FileReport report) {
        List<JsonObject> gaps = report.notCovered().stream()
                .map(gap -> JsonObject.builder()
                        .put("path", gap.path().text())
                        .put("reason", gap.reason())
                        .build())
                .toList();
        return JsonObject.builder()
                .put("folder", report.folder().toString())
                .put("taken_at", Wire.time(report.takenAt()))
                .put("compared_at", Wire.time(report.comparedAt()))
                .put("complete", report.complete())
                .put("not_covered", JsonArray.of(gaps));
    }
}
