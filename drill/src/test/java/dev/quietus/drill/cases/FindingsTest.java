package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import org.junit.jupiter.api.Test;

/** What a case writes down, and how it looks into a receipt. */
class FindingsTest {

    @Test
    void holdWhileEveryClaimDoes() {
        Findings findings = new Findings();
        assertThat(findings.observed()).isEqualTo("nothing");
        findings.check("a number", 1, 1);
        findings.check("a truth", true, true);
        assertThat(findings.hold()).isTrue();
        findings.check("a word", "none", "present");
        assertThat(findings.hold()).isFalse();
        assertThat(findings.checks()).hasSize(3);
    }

    @Test
    void findNothingWhereAReceiptSaysNothing() {
        JsonObject empty = JsonObject.empty();
        assertThat(Receipts.word(empty, "decision")).isEqualTo("missing");
        assertThat(Receipts.count(empty, "work", "queued_cancelled")).isEqualTo(-1);
        assertThat(Receipts.inFlight(empty, "call")).isEqualTo(empty);
        assertThat(Receipts.reconciliation(empty, "call")).isEqualTo(empty);
    }

    @Test
    void findTheOneCallThatIsMeant() {
        JsonObject receipt = Json.parseObject("""
                {"effects":{"unknown":2},
                 "in_flight":[{"operation_id":"a"},{"operation_id":"b","tool":"x"}],
                 "reconciliation":[{"operation_id":"b","held_by":"team-deploys"}]}""");
        assertThat(Receipts.count(receipt, "effects", "unknown")).isEqualTo(2);
        assertThat(Receipts.word(Receipts.inFlight(receipt, "b"), "tool")).isEqualTo("x");
        assertThat(Receipts.word(Receipts.reconciliation(receipt, "b"), "held_by"))
                .isEqualTo("team-deploys");
    }
}
