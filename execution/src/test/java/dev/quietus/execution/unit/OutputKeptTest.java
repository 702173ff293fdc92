package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.execution.output.OutputPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
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

    @Test
    void isNotHeldUpByAReaderWhoTakesNothing() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        OutputPlan plan = new OutputPlan(Optional.empty(), 0, 16, Optional.of(stuck));
        try (ExecutionUnit unit = new TestingUnit(folder)
                .kept(plan)
                .start("echo something; touch up; exec sleep 60")) {
            await().until(() -> Files.exists(folder.resolve("up")));
            unit.cancel(new EndCause.StopRequested("now"));
            UnitReport report = unit.await(Duration.ofSeconds(20)).orElseThrow();
            assertThat(report.members().confirmed()).isTrue();
            assertThat(report.outputComplete()).isFalse();
        } finally {
            never.countDown();
        }
    }
}
