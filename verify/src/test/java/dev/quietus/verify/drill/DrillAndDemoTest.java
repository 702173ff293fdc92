package dev.quietus.verify.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.drill.cases.DrillCase;
import dev.quietus.drill.process.LocalCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo and the drill, each in a process of its own. */
@Order(3) // It takes long: the others fill up behind it.
class DrillAndDemoTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int CASES = DrillCase.values().length;
    private static final boolean BUILDS = LocalCommand.lacking().isEmpty();
    private static final int PROCESSES = BUILDS ? 7 : 6;

    @TempDir
    Path temporary;

    @Test
    void demoEndsWithAnEffectAndItsWayBackWhenTheProviderCommits() throws Exception {
        try (Play play = Play.start(temporary, "demo", "commit")) {
            assertThat(play.exit()).as(() -> String.join("\n", play.lines())).isZero();
            assertTellsTheStory(play);
            assertThat(play.lines())
                    .contains("    completed_and_verified: 1", "    cancelled_without_effect: 0")
                    .anyMatch(line -> line.contains("we observed      the effect is there"))
                    .anyMatch(line -> line.contains("rollback_owner: team-deploys"))
                    .anyMatch(line -> line.contains("▲ the reservation is there"));
        }
    }

    @Test
    void demoEndsWithoutAnEffectWhenTheProviderCancels() throws Exception {
        try (Play play = Play.start(temporary, "demo", "clean")) {
            assertThat(play.exit()).as(() -> String.join("\n", play.lines())).isZero();
            assertTellsTheStory(play);
            assertThat(play.lines())
                    .contains("    completed_and_verified: 0", "    cancelled_without_effect: 1")
                    .anyMatch(line -> line.contains("we observed      no effect"));
        }
    }

    @Test
    void demoTakesItsProcessesAlongWhenItIsKilled() throws Exception {
        try (Play play = Play.start(temporary, "demo", "clean", "keep")) {
            await().atMost(SOON)
                    .until(() -> play.lines().stream()
                            .anyMatch(line -> line.contains("Ctrl-C ends all processes")));
            List<Long> pids = play.pids();
            assertThat(pids).hasSize(PROCESSES);
            assertThat(pids.stream().filter(DrillAndDemoTest::isThere)).hasSize(6);
            play.kill();
            await().atMost(SOON).until(() -> pids.stream().noneMatch(DrillAndDemoTest::isThere));
        }
    }

    @Test
    void drillPassesAllCasesAndLeavesNothingBehind() throws Exception {
        try (Play play = Play.start(temporary, "drill")) {
            assertThat(play.exit()).as(() -> String.join("\n", play.lines())).isZero();
            assertThat(play.lines().stream().filter(line -> line.startsWith("● ")))
                    .hasSize(CASES)
                    .anyMatch(line -> line.contains("resume_from_durable_barrier"))
                    .anyMatch(line -> line.contains("receipt_superseded"))
                    .anyMatch(line -> line.contains("stop_incomplete_unknown_outcome"));
            assertThat(play.lines().getLast()).startsWith(CASES + " passed · 0 failed · 0 skipped");
            assertThat(left()).isEmpty();
        }
    }

    private void assertTellsTheStory(Play play) throws IOException {
        assertThat(play.lines())
                .anyMatch(line -> line.startsWith("  ● dispatch"))
                .anyMatch(line -> line.startsWith(
                        "  ● queued work" + "  3 operations and 2 retries cancelled"))
                .anyMatch(line -> line.startsWith("  ● generation"))
                .anyMatch(line -> line.startsWith("  ● effects"))
                .contains("stop_receipt:", "  barrier_id: stop-cc-run-4421-01")
                .contains("  decision: stopped_and_quiet")
                .contains("Stopped and quiet   receipt valid · 1 s without movement");
        assertThat(play.lines().stream().filter(line -> line.contains("deny_parent_revoked")))
                .hasSize(2);
        assertThat(play.lines().stream()
                        .filter(line -> line.contains("ended")
                                && line.contains("build.package · killed by SIGTERM after ")
                                && line.contains(" processes gone (")))
                .hasSize(BUILDS ? 1 : 0);
        assertThat(play.lines()).contains("    ended_no_effect_expected: " + (BUILDS ? 2 : 1));
        assertThat(play.pids()).hasSize(PROCESSES).noneMatch(DrillAndDemoTest::isThere);
        assertThat(left()).isEmpty();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> found = Files.list(temporary)) {
            return found.toList();
        }
    }

    private static boolean isThere(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
