package dev.quietus.drill.cases;

import dev.quietus.client.json.Json;

import java.util.List;

/** The report for build servers: the XML that JUnit's own runners write. */
final class JunitText {
    private static final String SUITE = "quietus.drill";

    private JunitText() {}

    /** The document. */
    static String of(DrillReport report) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\""
                .formatted(SUITE, report.results().size(), report.count("failed")));
        xml.append(" skipped=\"%d\" time=\"%s\" timestamp=\"%s\">\n"
                .formatted(
                        report.count("skipped"),
                        DrillReport.seconds(report.time()),
                        Json.timestamp(report.startedAt())));
        xml.append("  <properties>\n    <property name=\"server\" value=\"")
                .append(attribute(report.server()))
                .append("\"/>\n  </properties>\n");
        report.results().forEach(result -> testCase(xml, result));
        return xml.append("</testsuite>\n").toString();
    }

    private static void testCase(StringBuilder xml, CaseResult result) {
        xml.append("  <testcase classname=\"%s\" name=\"%s\" time=\"%s\">\n"
                .formatted(SUITE, result.drilled().word(), DrillReport.seconds(result.time())));
        switch (result) {
            case CaseResult.Passed passed -> output(xml, passed.checks());
            case CaseResult.Failed failed -> {
                xml.append("    <failure type=\"unexpected_outcome\" message=\"%s\">%s</failure>\n"
                        .formatted(
                                attribute("expected %s, observed %s"
                                        .formatted(failed.drilled().expect(), failed.observed())),
                                escaped(String.join("\n", failed.differences()))));
                output(xml, failed.checks());
            }
            case CaseResult.Skipped skipped ->
                xml.append(
                        "    <skipped message=\"%s\"/>\n".formatted(attribute(skipped.reason())));
        }
        xml.append("  </testcase>\n");
    }

    private static void output(StringBuilder xml, List<Findings.Check> checks) {
        if (checks.isEmpty()) {
            return;
        }
        xml.append("    <system-out>");
        for (Findings.Check check : checks) {
            xml.append(escaped("%s: expected %s, found %s\n"
                    .formatted(check.claim(), check.expected(), check.found())));
        }
        xml.append("</system-out>\n");
    }

    /** The value of an attribute, where a line end would become a space. */
    private static String attribute(String text) {
        return escaped(text).replace("\n", "&#10;").replace("\t", "&#9;");
    }

    /** Text for an element; what XML 1.0 can't hold becomes a question mark. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n', '\t' -> escaped.appendCodePoint(point);
                default -> escaped.appendCodePoint(allowed(point) ? point : '?');
            }
        });
        return escaped.toString();
    }

    /** The characters of XML 1.0, section 2.2. */
    private static boolean allowed(int point) {
        return point >= 0x20 && point <= 0xD7FF
                || point >= 0xE000 && point <= 0xFFFD
                || point >= 0x10000;
    }
}
