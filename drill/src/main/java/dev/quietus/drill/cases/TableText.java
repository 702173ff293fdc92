package dev.quietus.drill.cases;

import java.util.ArrayList;
import java.util.List;

/** The report for people. */
final class TableText {
    private static final String FORM = "%s %-43s %-32s %-32s %s";

    private TableText() {}

    /** The line above all results. */
    static String head() {
        return FORM.formatted(" ", "CASE", "EXPECT", "OBSERVED", "TIME").stripTrailing();
    }

    /** The lines of one result: its own, and below it what differs. */
    static List<String> lines(CaseResult result) {
        List<String> lines = new ArrayList<>();
        switch (result) {
            case CaseResult.Passed passed -> lines.add(line("●", passed));
            case CaseResult.Failed failed -> {
                lines.add(line("▲", failed));
                failed.differences()
                        .forEach(difference ->
                                lines.add("    " + difference.replace("\n", "\n    ")));
            }
            case CaseResult.Skipped skipped -> {
                lines.add(FORM.formatted(
                                "○",
                                skipped.drilled().word(),
                                skipped.drilled().expect(),
                                "skipped",
                                "")
                        .stripTrailing());
                lines.add("    " + skipped.reason());
            }
        }
        return lines;
    }

    /** The line below all results. */
    static String foot(DrillReport report) {
        return "%d passed · %d failed · %d skipped · %s s"
                .formatted(
                        report.count("passed"),
                        report.count("failed"),
                        report.count("skipped"),
                        DrillReport.seconds(report.time()));
    }

    private static String line(String sign, CaseResult result) {
        return FORM.formatted(
                sign,
                result.drilled().word(),
                result.drilled().expect(),
                result.observed(),
                DrillReport.seconds(result.time()) + " s");
    }
}
