package dev.quietus.drill.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is drilled, and the list of it. */
class DrillSettingsTest {

    @Test
    void drillsEverythingAgainstAThrowAwayServerUnlessToldOtherwise() {
        DrillSettings usual = DrillSettings.defaults();
        assertThat(usual.cases()).containsExactly(DrillCase.values());
        assertThat(usual.target()).isEmpty();
        assertThat(usual.report()).isEqualTo(ReportForm.TABLE);
    }

    @Test
    void keepsTheOrderOfTheCasesWhateverOrderTheyAreAskedIn() {
        DrillSettings two = DrillSettings.defaults()
                .andOnly("provider_status_unavailable")
                .andOnly("queued_call_starts_after_parent_revocation")
                .andOnly("provider_status_unavailable");
        assertThat(two.cases())
                .isEqualTo(List.of(
                        DrillCase.QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION,
                        DrillCase.PROVIDER_STATUS_UNAVAILABLE));
    }

    @Test
    void remembersAllThatItIsToldAtOnce() {
        DrillSettings all = DrillSettings.defaults()
                .against(URI.create("http://127.0.0.1:7171"), "secret")
                .andOnly("provider_status_unavailable")
                .reportedAs(ReportForm.JUNIT)
                .reportedTo(Path.of("drill.xml"))
                .servingAt(7300)
                .listing();
        assertThat(all.cases()).containsExactly(DrillCase.PROVIDER_STATUS_UNAVAILABLE);
        assertThat(all.report()).isEqualTo(ReportForm.JUNIT);
        assertThat(all.reportFile()).isEqualTo(Optional.of(Path.of("drill.xml")));
        assertThat(all.servicePort()).isEqualTo(7300);
        assertThat(all.list()).isTrue();
        assertThat(all.toString()).contains("7171").doesNotContain("secret");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> DrillSettings.defaults().servingAt(0))
                .hasMessageContaining("1 to 65535");
        assertThatThrownBy(() -> ReportForm.of("xml")).hasMessageContaining("junit");
        assertThat(ReportForm.of("json")).isEqualTo(ReportForm.JSON);
    }

    @Test
    void listsTheCasesWithoutStartingAnything() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int exit = Drill.run(
                DrillSettings.defaults()
                        .andOnly("delayed_retry_fires_after_revocation")
                        .listing(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                System.err);
        assertThat(exit).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines(
                        "delayed_retry_fires_after_revocation        deny_stale_epoch");
    }

    @Test
    void tellsWhatARunningServerMustKnow() {
        assertThat(Preflight.explanation("http://127.0.0.1:7273"))
                .contains("quietus serve --providers FILE")
                .contains("quietus-drill:")
                .contains("base_url: \"http://127.0.0.1:7273\"")
                .contains("tools: [\"quietus-drill.*\"]")
                .doesNotContain("{base_url}");
    }
}
