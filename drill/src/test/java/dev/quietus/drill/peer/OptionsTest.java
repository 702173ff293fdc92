package dev.quietus.drill.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The command line of a peer. */
class OptionsTest {

    @Test
    void readsAllOfIt() {
        assertThat(of("--name", "w", "--service", "http://x:1", "--queue", "q", "--deaf"))
                .isEqualTo(new Options("w", "http://x:1", Optional.of("q"), true));
        assertThat(of("--name", "w", "--service", "http://x:1"))
                .isEqualTo(new Options("w", "http://x:1", Optional.empty(), false));
    }

    @Test
    void refusesWhatIsMissingOrUnknown() {
        assertThatThrownBy(() -> of("--name", "w")).hasMessageContaining("--service");
        assertThatThrownBy(() -> of("--service", "x")).hasMessageContaining("--name");
        assertThatThrownBy(() -> of("--name")).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> of("--queu", "q")).hasMessageContaining("--queu");
    }

    private static Options of(String... arguments) {
        return Options.of(arguments);
    }
}
