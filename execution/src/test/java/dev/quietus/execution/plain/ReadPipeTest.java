package dev.quietus.execution.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.unit.StartedUnit.OutputPipe;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReadPipeTest {
    private static final int WAIT_MILLIS = 5_000;

    @Test
    void believesAnEndOnlyWhenNobodyHoldsThePipe() throws Exception {
        assumeThat(Handles.PROC).as("/proc").isTrue();
        Process holder = new ProcessBuilder("sleep", "60").start();
        String pipe = LinuxProcesses.opened(holder.pid(), 1);
        assertThat(pipe).startsWith("pipe:[");
        try {
            ReadPipe held = read("ab", pipe);
            assertThat(held.read(new byte[8], WAIT_MILLIS)).isEqualTo(2);
            assertThatThrownBy(() -> held.read(new byte[8], WAIT_MILLIS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("1 held it");
            assertThat(held.holders())
                    .singleElement()
                    .satisfies(member -> assertThat(member.key().pid()).isEqualTo(holder.pid()));
        } finally {
            holder.toHandle().destroyForcibly();
        }
        assertThat(holder.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(read("", pipe).read(new byte[8], WAIT_MILLIS)).isEqualTo(OutputPipe.END);
    }

    @Test
    void believesNoEndWhereThePipeIsNotToBeSeen() {
        assertThatThrownBy(() -> read("", "").read(new byte[8], WAIT_MILLIS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not to be seen");
    }

    @Test
    void handsOutWhatDoesNotFitAtOnceInItsOrder() throws Exception {
        ReadPipe pipe = read("abcdefg", "");
        byte[] into = new byte[3];
        assertThat(pipe.read(into, WAIT_MILLIS)).isEqualTo(3);
        assertThat(into).isEqualTo(new byte[] {'a', 'b', 'c'});
        assertThat(pipe.read(into, WAIT_MILLIS)).isEqualTo(3);
        assertThat(into).isEqualTo(new byte[] {'d', 'e', 'f'});
        assertThat(pipe.read(into, WAIT_MILLIS)).isEqualTo(1);
        assertThat(into[0]).isEqualTo((byte) 'g');
    }

    private static ReadPipe read(String text, String pipe) {
        return new ReadPipe(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), pipe, "test");
    }
}
