package dev.quietus.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeginAnswerTest {
    @Test
    void saysTheDecisionOfADenialOnce() {
        assertThat(new BeginAnswer.Denied("deny_capability", "because").inWords())
                .isEqualTo("because (deny_capability)");
        assertThat(new BeginAnswer.Denied("deny_capability", "deny_capability: why").inWords())
                .isEqualTo("deny_capability: why");
    }
}
