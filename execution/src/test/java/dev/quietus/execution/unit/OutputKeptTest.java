package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.output.OutputPlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a command's output. */
@EnabledOnOs(OS.LINUX)
final class OutputKeptTest {
    @TempDir
    Path folder = Path.of("");

    private OutputPlan plan(long bytes, int tail) {
        return new OutputPlan(Optional.of(folder.resolve("kept")), bytes, tail, Optional.empty());
    }

    @Test
    void keepsEveryByteAsItWas() throws Exception {
        byte[] odd = new byte[100_000];
        new java.util.Random(7).nextBytes(odd);
        Files.write(folder.resolve("odd"), odd);
        UnitReport report = new TestingUnit(folder).kept(plan(1 << 20, 1_000)).run("cat odd");
        assertThat(Files.readAllBytes(folder.resolve("kept"))).isEqualTo(odd);
        assertThat(report.output().tail())
                .isEqualTo(ByteBuffer.wrap(odd, odd.length - 1_000, 1_000));
        assertThat(report.output().sha256())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(odd)));
        assertThat(report.output().kept()).isEqualTo(odd.length);
    }

    @Test
    void countsWhatItDoesNotKeep() throws Exception {
        UnitReport report = new TestingUnit(folder)
                .kept(plan(1_000, 10))
                .run("head -c 300000000 /dev/zero; printf 'the end'");
        assertThat(report.output().bytes()).isEqualTo(300_000_007);
        assertThat(report.output().kept()).isEqualTo(1_000);
        assertThat(Files.size(folder.resolve("kept"))).isEqualTo(1_000);
        assertThat(report.output().tail())
                .isEqualTo(StandardCharsets.UTF_8.encode("\0\0\0the end"));
        assertThat(report.outputComplete()).isTrue();
    }

    @Test
    void saysThatItCouldNotKeepItAndLetsTheCommandGoOn() throws Exception {
        Files.createDirectory(folder.resolve("kept"));
        UnitReport report =
                new TestingUnit(folder).kept(plan(1_000, 10)).run("echo still here; exit 3");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(3));
        assertThat(report.output().bytes()).isEqualTo(11);
        assertThat(report.output().kept()).isZero();
        assertThat(report.output().trouble())
                .hasValueSatisfying(why -> assertThat(why).startsWith("output is not kept"));
    }
}
