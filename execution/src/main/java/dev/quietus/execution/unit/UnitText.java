package dev.quietus.execution.unit;

import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.output.OutputFacts;
import dev.quietus.execution.posix.Signal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The sentences in which people read of a unit's end: in the terminal and in the record. */
public final class UnitText {
    private static final int MOST_NAMED = 5;

    private UnitText() {}

    /** {@code exited with 7}, {@code killed by SIGTERM}. */
    public static String leader(LeaderEnd end) {
        return switch (end) {
            case LeaderEnd.Exited(int code) -> "exited with " + code;
            case LeaderEnd.Killed(int signal, boolean dumped) ->
                "killed by " + Signal.name(signal) + (dumped ? " (core dumped)" : "");
            case LeaderEnd.NotSeen(String why) -> "end not seen: " + why;
        };
    }

    /** {@code 7 of 7 processes gone (cgroup)}, or who is left. */
    public static String members(MembersEnd end) {
        int gone = end.seen() - end.left().size();
        String counted = gone + " of " + end.seen()
                + (end.seen() == 1 ? " process gone" : " processes gone");
        if (end.confirmed()) {
            return (end.seen() == 0 ? "nothing left behind" : counted) + " (" + end.proof() + ")";
        }
        String left = end.left().stream()
                .limit(MOST_NAMED)
                .map(member ->
                        member.key().pid() + " " + member.command() + " (" + member.state() + ")")
                .collect(Collectors.joining(", "));
        String more = end.left().size() > MOST_NAMED
                ? " and " + (end.left().size() - MOST_NAMED) + " more"
                : "";
        return counted + ", not confirmed: " + end.proof()
                + (left.isEmpty() ? "" : ": " + left + more);
    }

    /** {@code output complete, 214 lines}, or what is missing of it. */
    public static String output(UnitReport report) {
        return output(report.output(), report.error(), report.outputCutOff());
    }

    private static String output(OutputFacts output, OutputFacts error, boolean cutOff) {
        long lines = output.lines() + error.lines();
        long bytes = output.bytes() + error.bytes();
        boolean complete = output.complete() && error.complete();
        String amount = lines == 1 ? "1 line" : String.format(Locale.ROOT, "%,d lines", lines);
        String text = !complete
                ? "output incomplete, " + amount + " so far"
                : (cutOff ? "output cut off by its end, " : "output complete, ") + amount;
        String holders = java.util.stream.Stream.concat(
                        output.holders().stream(), error.holders().stream())
                .map(member -> member.key().pid() + " " + member.command())
                .distinct()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
        if (!complete) {
            text += holders.isEmpty()
                    ? ", its pipe was still held by somebody who can't be seen"
                    : ", its pipe was still held by " + holders;
        }
        return bytes == 0 && complete ? "no output" : text;
    }

    /** {@code 1.2 s}, {@code 340 ms}. */
    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        return millis < 1_000
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }

    /** {@code files in dist: changed 2 paths, 11 untouched}. */
    public static String files(FileReport report) {
        return "files in " + report.folder() + ": " + changes(report);
    }

    /** {@code changed 2 paths, 11 untouched}. */
    public static String changes(FileReport report) {
        List<String> parts = new ArrayList<>();
        count(parts, report.created(), "created");
        count(parts, report.changed(), "changed");
        count(parts, report.deleted(), "deleted");
        String text = parts.isEmpty() ? "nothing changed" : String.join(", ", parts);
        text += ", " + report.untouched() + " untouched";
        if (!report.notCovered().isEmpty()) {
            text += ", " + report.notCovered().size() + " not covered";
        }
        return report.complete() ? text : text + " (not all was compared)";
    }

    private static void count(List<String> parts, long number, String word) {
        if (number > 0) {
            String noun = !parts.isEmpty() ? "" : number == 1 ? " path" : " paths";
            parts.add(word + " " + number + noun);
        }
    }

    /** All of it in one line. */
    public static String whole(UnitReport report) {
        return leader(report.leader()) + " after " + duration(report.ran()) + "; "
                + members(report.members()) + "; " + output(report)
                + "; held by " + report.rung().words();
    }
}
