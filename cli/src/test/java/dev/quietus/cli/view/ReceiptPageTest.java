package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingReceipt;
import dev.quietus.client.json.JsonObject;
import org.junit.jupiter.api.Test;

class ReceiptPageTest {
    private static String page(JsonObject receipt) {
        return ReceiptPage.of(ReceiptText.ordered(receipt), JsonObject.empty());
    }

    @Test
    void saysTheDecisionFirstAndThenEveryMember() {
        TestingReceipt receipt = TestingReceipt.make();

        String page = ReceiptPage.of(ReceiptText.ordered(receipt.receipt()), receipt.envelope());

        assertThat(page)
                .contains("<h1>● Stopped and quiet: cc-run-4421</h1>")
                .contains("<tr><th>scheduled retries cancelled</th><td>2</td></tr>")
                .contains("<tr><th>settled state</th><td>cancelled_without_effect</td></tr>")
                .contains(receipt.envelope().string("payload"))
                .doesNotContain("<script");
        for (String member : receipt.receipt().asMap().keySet()) {
            assertThat(page).contains(">" + member.replace('_', ' ') + "</");
        }
    }

    @Test
    void anIncompleteStopIsMarkedForAPerson() {
        JsonObject receipt = JsonObject.builder()
                .put("barrier_id", "stop-r-01")
                .put("run_id", "r")
                .put("decision", "stop_incomplete")
                .build();
        assertThat(page(receipt)).contains("<h1 class=\"person\">▲ Stop incomplete: r</h1>");
    }

    @Test
    void whatAnAgentWroteStaysText() {
        JsonObject receipt = JsonObject.builder()
                .put("barrier_id", "stop-r-01")
                .put("run_id", "r")
                .put("decision", "stop_incomplete")
                .put("reason", "</td><script>alert('x')</script>\u202e\u0007 & \"quoted\"")
                .build();
        assertThat(page(receipt))
                .contains("&lt;/td&gt;&lt;script&gt;alert('x')&lt;/script&gt;?? &amp; &quot;quoted")
                .doesNotContain("<script", "\u202e", "\u0007");
    }
}
