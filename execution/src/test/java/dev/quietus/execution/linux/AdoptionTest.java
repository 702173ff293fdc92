package dev.quietus.execution.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What was not seen is no proof that nobody lives. */
@EnabledOnOs(OS.LINUX)
final class AdoptionTest {
    /** Above the highest number that Linux gives to a process. */
    private static final int NOBODY = 4_194_305;

    @Test
    void anEmptyListOfChildrenIsAProof() {
        assertThat(new Adoption(() -> Optional.of(Set.of())).find("mark").complete())
                .isTrue();
    }

    @Test
    void aListThatCouldNotBeReadIsNone() {
        assertThat(new Adoption(Optional::empty).find("mark").complete()).isFalse();
    }

    @Test
    void aListWithAChildThatCouldNotBeLookedAtIsNone() {
        assertThat(new Adoption(() -> Optional.of(Set.of(NOBODY))).find("mark").complete())
                .isFalse();
    }
}
