package dev.quietus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.authority.Decision;
import dev.quietus.core.run.RunState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WireTest {
    @Test
    void spellsConstantsInSnakeCase() {
        assertThat(Wire.of(Decision.DENY_PARENT_REVOKED)).isEqualTo("deny_parent_revoked");
        assertThat(Wire.spellings(RunState.class))
                .containsExactly("running", "cancelling", "cancelled", "completed", "expired");
    }

    @Test
    void readsWhatItSpells() {
        assertThat(Wire.parse("state", RunState.class, "cancelling"))
                .isEqualTo(RunState.CANCELLING);
        assertThat(Wire.find(RunState.class, "CANCELLING")).isEmpty();
    }

    @Test
    void saysWhatIsAllowedAndShortensWhatIsNot() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.parse("state", RunState.class, "x".repeat(50)))
                .withMessage("state is '" + "x".repeat(40) + "…', allowed are "
                        + "running, cancelling, cancelled, completed, expired");
    }

    @Test
    void writesTimesInUtcWithThreeDigits() {
        assertThat(Wire.time(Instant.parse("2026-08-16T10:51:04.018999Z")))
                .isEqualTo("2026-08-16T10:51:04.018Z");
        assertThat(Wire.time(Instant.parse("2026-08-16T10:51:04Z")))
                .isEqualTo("2026-08-16T10:51:04.000Z");
    }
}
