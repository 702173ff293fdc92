package dev.quietus.drill.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The providers file. */
class ProviderDeclarationTest {

    @Test
    void fillsInWhatTheCallerSays() {
        String yaml = ProviderDeclaration.yaml(
                "http://127.0.0.1:7272", Duration.ofSeconds(5), Duration.ofMillis(2500));
        assertThat(yaml)
                .contains("base_url: \"http://127.0.0.1:7272\"")
                .contains("quiet_period: 5s")
                .contains("settle_timeout: 2500ms")
                .contains("path: \"/previews/{provider_job}/cancel\"")
                .contains("path: \"/reservations?run={run_id}\"")
                .contains("path: \"/reservations/{effect_id}\"")
                .doesNotContain("{base_url}")
                .doesNotContain("{quiet_period}")
                .doesNotContain("{settle_timeout}");
    }

    @Test
    void refusesWhatWouldBreakTheFile() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> ProviderDeclaration.yaml("http://x\"", second, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ProviderDeclaration.yaml("http://x:1", Duration.ZERO, second))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
