package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A supervisor that lives long pays nothing for commands whose leader has gone while somebody still
 * held its pipes: no thread that reads, no open file.
 */
@EnabledOnOs(OS.LINUX)
@Isolated("counts what this process has open")
class HeldPipeRoundsTest {
    private static final int ROUNDS = 100;

    @TempDir
    Path folder = Path.of("");

    @Test
    void leavesNoThreadAndNoOpenFileBehindAfterAHundredRounds() throws Exception {
        round();
        int files = openFiles();
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("quietus-unit-")) {
                assertThat(thread.join(Duration.ofSeconds(10)))
                        .as(thread.getName())
                        .isTrue();
            }
        }
        assertThat(openFiles()).isLessThan(files + ROUNDS / 10);
    }

    private void round() throws Exception {
        UnitReport report = new TestingUnit(folder).run("sleep 60 & echo started");
        assertThat(report.leader()).isEqualTo(new LeaderEnd.Exited(0));
        assertThat(report.members().seen()).isPositive();
        assertThat(report.outputComplete()).isTrue();
    }

    private static int openFiles() {
        return Optional.ofNullable(new File("/proc/self/fd").list()).orElseThrow().length;
    }
}
