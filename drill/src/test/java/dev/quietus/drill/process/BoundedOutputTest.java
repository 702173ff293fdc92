package dev.quietus.drill.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The bound of a log. */
class BoundedOutputTest {

    @Test
    void passesEverythingOnWithinTheBound() throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        try (BoundedOutput output = new BoundedOutput(kept, 5)) {
            output.write('a');
            output.write("bcde".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(kept.toString(StandardCharsets.UTF_8)).isEqualTo("abcde");
    }

    @Test
    void saysOnceThatTheRestIsNotKept() throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        try (BoundedOutput output = new BoundedOutput(kept, 3)) {
            output.write("abcde".getBytes(StandardCharsets.UTF_8));
            output.write("fgh".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(kept.toString(StandardCharsets.UTF_8))
                .isEqualTo("abc\n(more than 3 bytes: the rest is not kept)\n");
    }
}
