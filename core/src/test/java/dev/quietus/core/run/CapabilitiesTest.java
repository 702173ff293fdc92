package dev.quietus.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilitiesTest {
    @ParameterizedTest
    @CsvSource({
        "deployment.reserve, deployment.reserve, true",
        "deployment.reserve, deployment.reserve_preview, false",
        "deployment.reserve, deployment, false",
        "deployment.*, deployment.reserve, true",
        "deployment.*, deployment.a.b, true",
        "deployment.*, deployment, false",
        "deployment.*, deployments.reserve, false",
        "deployment.*, Deployment.reserve, false",
        "*, anything.at.all, true",
    })
    void aPatternAllowsANameAPrefixOrEverything(String pattern, String tool, boolean allowed) {
        assertThat(new CapabilityPattern(pattern).matches(tool)).isEqualTo(allowed);
        assertThat(Capabilities.of(pattern).allow(tool)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "*, *, true",
        "*, a.*, true",
        "*, a.b, true",
        "a.*, *, false",
        "a.*, a.*, true",
        "a.*, a.b.*, true",
        "a.*, a.b, true",
        "a.*, a, false",
        "a.*, ab.*, false",
        "a.b.*, a.*, false",
        "a.b, a.b, true",
        "a.b, a.*, false",
        "a.b, a.b.c, false",
    })
    void aPatternContainsAnotherThatAllowsNoMore(String wide, String narrow, boolean contains) {
        assertThat(new CapabilityPattern(wide).contains(new CapabilityPattern(narrow)))
                .isEqualTo(contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"**", "a*", "*.a", "a.*.b", "a.**", "a.*b", "*a"})
    void aStarStandsOnlyAsTheLastSegment(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CapabilityPattern(bad))
                .withMessageContaining("a star that is not the whole last segment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä"})
    void aPatternIsAnId(String bad) {
        assertThatIllegalArgumentException().isThrownBy(() -> new CapabilityPattern(bad));
    }

    @Test
    void theEmptySetAllowsNothing() {
        assertThat(Capabilities.of().allow("a")).isFalse();
        assertThat(Capabilities.of().firstBeyond(Capabilities.of())).isEmpty();
        assertThat(Capabilities.of().firstBeyond(Capabilities.of("a"))).isPresent();
    }

    @Test
    void areSortedWithoutRepeatsSoThatEqualSetsAreEqual() {
        assertThat(Capabilities.of("b", "a", "b")).isEqualTo(Capabilities.of("a", "b"));
        assertThat(Capabilities.of("b", "a").written()).containsExactly("a", "b");
    }

    @Test
    void nameTheFirstPatternThatReachesBeyond() {
        assertThat(Capabilities.of("a.*", "b").firstBeyond(Capabilities.of("a.x", "b", "c.*", "d")))
                .contains(new CapabilityPattern("c.*"));
        assertThat(Capabilities.of("*").firstBeyond(Capabilities.of("a", "b.*", "*")))
                .isEmpty();
    }

    @Test
    void areBounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Capabilities(Collections.nCopies(201, new CapabilityPattern("a"))))
                .withMessage("capabilities has 201 patterns, at most 200 are allowed");
    }
}
