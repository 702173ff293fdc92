package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The three forms of one report. */
class ReportTest {
    private static final String HOSTILE = "<&\"'>\u0000\n\tü ]]> \uFFFE";

    private static final DrillReport REPORT = new DrillReport(
            "throw-away server",
            Instant.parse("2026-11-29T10:51:04.018Z"),
            Duration.ofMillis(12_345),
            List.of(
                    new CaseResult.Passed(
                            DrillCase.QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION,
                            Duration.ofMillis(1_007),
                            List.of(new Findings.Check("effects at the service", "0", "0"))),
                    new CaseResult.Failed(
                            DrillCase.PROVIDER_STATUS_UNAVAILABLE,
                            Duration.ofMillis(60_000),
                            "stopped_and_quiet",
                            List.of("outcome: " + HOSTILE, "effects.unknown: expected 1, found 0"),
                            List.of(new Findings.Check("effects.unknown", "1", "0"))),
                    new CaseResult.Skipped(
                            DrillCase.CANCELLATION_WORKER_CRASHES_MID_BARRIER,
                            "it kills its server")));

    @Test
    void tellsPeopleALineForEachCaseAndWhatDiffersBelowIt() {
        assertThat(REPORT.results().stream().flatMap(each -> TableText.lines(each).stream()))
                .hasSize(6)
                .startsWith("● queued_call_starts_after_parent_revocation  deny_parent_revoked"
                        + "              deny_parent_revoked              1.007 s")
                .contains("    effects.unknown: expected 1, found 0")
                .endsWith("    it kills its server");
        assertThat(TableText.foot(REPORT)).isEqualTo("1 passed · 1 failed · 1 skipped · 12.345 s");
    }

    @Test
    void writesXmlThatAnyParserReads() throws Exception {
        byte[] xml = JunitText.of(REPORT).getBytes(StandardCharsets.UTF_8);
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getAttribute("time")).isEqualTo("12.345");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-29T10:51:04.018Z");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(3);
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("expected stop_incomplete_unknown_outcome, observed stopped_and_quiet");
        assertThat(failure.getTextContent())
                .isEqualTo("outcome: <&\"'>?\n\tü ]]> ?\neffects.unknown: expected 1, found 0");
        Element skipped = (Element) suite.getElementsByTagName("skipped").item(0);
        assertThat(skipped.getAttribute("message")).isEqualTo("it kills its server");
    }

    @Test
    void writesJsonWithEveryCheck() {
        JsonObject json = Json.parseObject(JsonText.of(REPORT));
        assertThat(json.string("server")).isEqualTo("throw-away server");
        assertThat(json.integer("passed")).isEqualTo(1);
        assertThat(json.integer("failed")).isEqualTo(1);
        assertThat(json.integer("skipped")).isEqualTo(1);
        assertThat(json.integer("duration_ms")).isEqualTo(12_345);
        List<JsonObject> cases = json.array("cases").objects();
        assertThat(cases.getFirst()).isEqualTo(Json.parseObject("""
                        {"case":"queued_call_starts_after_parent_revocation",
                         "expect":"deny_parent_revoked","observed":"deny_parent_revoked",
                         "result":"passed","duration_ms":1007,
                         "checks":[{"claim":"effects at the service","expected":"0","found":"0",
                                    "holds":true}]}"""));
        assertThat(cases.get(1).array("differences").string(0)).isEqualTo("outcome: " + HOSTILE);
        assertThat(cases.get(1).array("checks").object(0).bool("holds")).isFalse();
        assertThat(cases.get(2).string("reason")).isEqualTo("it kills its server");
    }

    @Test
    void isGoodWhileNothingFailed() {
        assertThat(REPORT.good()).isFalse();
        DrillReport others = new DrillReport(
                REPORT.server(),
                REPORT.startedAt(),
                REPORT.time(),
                List.of(REPORT.results().get(0), REPORT.results().get(2)));
        assertThat(others.good()).isTrue();
    }
}
