package dev.quietus.drill.cases;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

import java.util.List;

/** The report for programs; {@code docs/drill.md} tells its members. */
final class JsonText {
    private JsonText() {}

    /** The document. */
    static String of(DrillReport report) {
        return JsonObject.builder()
                        .put("server", report.server())
                        .put("started_at", report.startedAt())
                        .put("duration_ms", report.time().toMillis())
                        .put("passed", report.count("passed"))
                        .put("failed", report.count("failed"))
                        .put("skipped", report.count("skipped"))
                        .put(
                                "cases",
                                JsonArray.of(report.results().stream()
                                        .map(JsonText::shown)
                                        .toList()))
                        .build()
                        .toPrettyJson()
                + "\n";
    }

    private static JsonObject shown(CaseResult result) {
        JsonObject.Builder shown = JsonObject.builder()
                .put("case", result.drilled().word())
                .put("expect", result.drilled().expect())
                .put("observed", result.observed())
                .put("result", result.word())
                .put("duration_ms", result.time().toMillis());
        switch (result) {
            case CaseResult.Passed passed -> shown.put("checks", checks(passed.checks()));
            case CaseResult.Failed failed ->
                shown.put("differences", texts(failed.differences()))
                        .put("checks", checks(failed.checks()));
            case CaseResult.Skipped skipped -> shown.put("reason", skipped.reason());
        }
        return shown.build();
    }

    private static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts.stream().map(JsonString::new).toList());
    }

    private static JsonArray checks(List<Findings.Check> checks) {
        return JsonArray.of(checks.stream()
                .map(check -> JsonObject.builder()
                        .put("claim", check.claim())
                        .put("expected", check.expected())
                        .put("found", check.found())
                        .put("holds", check.holds())
                        .build())
                .toList());
    }
}
