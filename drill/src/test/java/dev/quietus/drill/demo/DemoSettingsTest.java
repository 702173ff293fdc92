package dev.quietus.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How the demo is run. */
class DemoSettingsTest {

    @Test
    void waitsFiveSecondsAfterACommitUnlessToldOtherwise() {
        DemoSettings usual = DemoSettings.defaults();
        assertThat(usual.quietPeriod()).isEqualTo(Duration.ofSeconds(5));
        assertThat(usual.race()).isEqualTo(Race.COMMIT);
        assertThat(usual.keep()).isFalse();
        assertThat(usual.directory()).isEmpty();
    }

    @Test
    void remembersAllThatItIsToldAtOnce() {
        DemoSettings all = DemoSettings.defaults()
                .withQuietPeriod(Duration.ofSeconds(2))
                .withRace(Race.CLEAN)
                .keeping()
                .in(Path.of("demo"))
                .at(ZoneId.of("Europe/Zurich"));
        assertThat(all)
                .isEqualTo(new DemoSettings(
                        Duration.ofSeconds(2),
                        Race.CLEAN,
                        true,
                        Optional.of(Path.of("demo")),
                        ZoneId.of("Europe/Zurich")));
    }

    @Test
    void takesWholeSecondsOnlyForAReceiptCountsThem() {
        DemoSettings usual = DemoSettings.defaults();
        for (Duration wrong : new Duration[] {
            Duration.ZERO, Duration.ofMillis(1_500), Duration.ofMinutes(6), Duration.ofSeconds(-1)
        }) {
            assertThatThrownBy(() -> usual.withQuietPeriod(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("whole seconds");
        }
    }

    @Test
    void knowsTheTwoEndsOfTheRace() {
        assertThat(Race.of("commit")).isEqualTo(Race.COMMIT);
        assertThat(Race.of("clean")).isEqualTo(Race.CLEAN);
        assertThatThrownBy(() -> Race.of("tie")).hasMessageContaining("commit or clean");
    }
}
